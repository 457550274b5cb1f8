import './picture-field.css'
import './form.css'
import { type ClipboardEvent, type DragEvent, type ReactNode, type Ref, useState } from 'react'
import { BrandField } from '#app/admin/web/fields/BrandField.tsx'
import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { SelectField } from '#app/admin/web/fields/SelectField.tsx'
import { TermSelect } from '#app/admin/web/fields/TermSelect.tsx'
import { LAST_CAROUSEL, LONGEST_NAME, LONGEST_STYLE_NUMBER } from '#app/deals/deals.facts.ts'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { TERM_FIELDS } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { BasisFields } from './BasisFields.tsx'
import { CardPreview } from './CardPreview.tsx'
import { DealPriceFields, type FieldsProps } from './DealPriceFields.tsx'
import { dollarsOf } from './draft.rules.ts'
import { type DealFormState, homelessErrors } from './form-state.ts'
import { LinkField } from './LinkField.tsx'
import { PicturesField } from './PicturesField.tsx'
import { pictureLink } from './picture-list.rules.ts'
import { SizesField } from './SizesField.tsx'

type Props = {
  form: DealFormState
  /** On Ctrl+Enter. Enter alone does not submit, so that nothing is sent unfinished. */
  onSubmit: (keys: { isShift: boolean }) => void
  /** The stored deal that is edited; undefined for a new one. */
  deal?: ManagedDeal
  onEdit?: (deal: ManagedDeal) => void
  linkRef?: Ref<HTMLInputElement>
  /** The actions below the fields. */
  children: ReactNode
}

/** The fields of a new or existing deal, beside a preview of its card. */
export function DealForm({ form, onSubmit, deal, onEdit, linkRef, children }: Props) {
  const { draft, errors, pictures, link, change } = form
  const [isTarget, setIsTarget] = useState(false)
  const isAsKept = deal?.originalPrice === dollarsOf(draft.originalPrice)
  const domain = link.check.state === 'known' ? link.check.facts.domain : deal?.domain

  function onDrop(event: DragEvent) {
    setIsTarget(false)
    const { dataTransfer } = event
    const [address = ''] = dataTransfer.getData('text/uri-list').split('\n')
    take(event, dataTransfer.files, address)
  }

  function onPaste(event: ClipboardEvent) {
    const { clipboardData, target } = event
    take(event, clipboardData.files, isTextField(target) ? '' : clipboardData.getData('text/plain'))
  }

  /** Takes dropped or pasted files, or else the picture that the text links to. */
  function take(event: DragEvent | ClipboardEvent, files: FileList, words: string) {
    const linked = pictureLink(words)
    if (files.length === 0 && !linked) return
    event.preventDefault()
    pictures.add(files.length > 0 ? [...files] : [linked ?? ''])
  }

  return (
    <div className="entry-form-room">
      <form
        className="entry-form"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          if (event.ctrlKey || event.metaKey) {
            event.preventDefault()
            onSubmit({ isShift: event.shiftKey })
          } else if (isTextField(event.target)) {
            event.preventDefault()
          }
        }}
        onPaste={onPaste}
        onDragOver={(event) => {
          const { types } = event.dataTransfer
          const isPicture = types.includes('Files') || types.includes('text/uri-list')
          if (!isPicture) return
          event.preventDefault()
          setIsTarget(true)
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setIsTarget(false)
        }}
        onDrop={onDrop}
      >
        <div className="entry-fields">
          <LinkField
            inputRef={linkRef}
            value={draft.buyUrl}
            check={link.check}
            error={errors.buyUrl}
            dealId={deal?.id}
            soldAt={deal?.retailer}
            onEdit={onEdit}
            onChange={(buyUrl, isPasted) => change({ buyUrl }, { isPasted })}
          />
          <div className="entry-names">
            <BrandField
              value={draft.brandName}
              error={errors.brandName}
              onChange={(brandName) => change({ brandName })}
            />
            <FormField
              label="Product name"
              name="productName"
              maxLength={LONGEST_NAME}
              error={errors.productName}
              value={draft.productName}
              onChange={(event) => change({ productName: event.target.value })}
            />
          </div>
          <DealPriceFields draft={draft} errors={errors} onChange={change} />
          <BasisFields draft={draft} errors={errors} onChange={change} />
          <div className="grid items-start gap-4 sm:grid-cols-3">
            {TERM_FIELDS.map((field) => (
              <TermSelect
                key={field}
                field={field}
                value={draft[field]}
                error={errors[field]}
                unread={deal?.unread[field]}
                guessed={deal?.guessed?.[field]}
                onChange={(value) => change({ [field]: value })}
              />
            ))}
          </div>
          <SizesField
            draft={draft}
            error={errors.sizes}
            unread={deal?.unread.sizes}
            onChange={(sizes) => change({ sizes })}
          />
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <FormField
              label="GTIN"
              name="gtin"
              inputMode="numeric"
              maxLength={40}
              error={errors.gtin}
              value={draft.gtin}
              onChange={(event) => change({ gtin: event.target.value })}
            />
            <FormField
              label="Style number"
              name="styleNumber"
              maxLength={LONGEST_STYLE_NUMBER}
              error={errors.styleNumber}
              value={draft.styleNumber}
              onChange={(event) => change({ styleNumber: event.target.value })}
            />
            <FormField
              label={FORM_FIELDS.retailerName.label}
              name="retailerName"
              maxLength={LONGEST_NAME}
              note="empty: by the link"
              error={errors.retailerName}
              value={draft.retailerName}
              onChange={(event) => change({ retailerName: event.target.value })}
            />
          </div>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {(['startsAt', 'endsAt'] as const).map((field) => (
              <FormField
                key={field}
                label={FORM_FIELDS[field].label}
                name={field}
                type="datetime-local"
                note={field === 'startsAt' ? 'Toronto time; empty: at once' : 'Toronto time'}
                error={errors[field]}
                value={draft[field]}
                onChange={(event) => change({ [field]: event.target.value })}
              />
            ))}
          </div>
          <PicturesField
            pictures={pictures}
            errors={homelessErrors(errors)}
            isTarget={isTarget}
            draft={draft}
            shop={deal}
          />
          <ShownFields draft={draft} errors={errors} onChange={change} />
          {children}
        </div>
        <CardPreview
          {...{ draft, domain }}
          pictures={pictures.list}
          since={isAsKept ? deal?.price.since : undefined}
        />
      </form>
    </div>
  )
}

function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'file'
}

const SHOWN: [field: 'isPublished' | 'isPreview' | 'showInSplash', note: string][] = [
  ['isPublished', 'out for members, or at its start'],
  ['isPreview', 'open to free users on its day'],
  ['showInSplash', 'on the front page'],
]

const CAROUSELS = Array.from({ length: LAST_CAROUSEL }, (_, index) => index + 1)

/** Where the deal is shown, and from when. */
function ShownFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <fieldset className="entry-shown">
      <legend>Where it is shown</legend>
      <div className="entry-shown-switches">
        {SHOWN.map(([field, note]) => (
          <label key={field} className="check entry-check">
            <input
              type="checkbox"
              name={field}
              checked={draft[field]}
              onChange={(event) => onChange({ [field]: event.target.checked })}
            />
            <span>
              {FORM_FIELDS[field].label} <span className="soft">{`· ${note}`}</span>
            </span>
          </label>
        ))}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={FORM_FIELDS.carouselAssignment.label}
          name="carouselAssignment"
          value={draft.carouselAssignment}
          onChange={(event) => onChange({ carouselAssignment: event.target.value })}
        >
          <option value="0">None</option>
          {CAROUSELS.map((carousel) => (
            <option key={carousel} value={carousel}>{`Carousel ${carousel}`}</option>
          ))}
        </SelectField>
        <FormField
          label={FORM_FIELDS.publishedAt.label}
          name="publishedAt"
          type="datetime-local"
          note="Toronto time; empty: when it goes out"
          error={errors.publishedAt}
          value={draft.publishedAt}
          onChange={(event) => onChange({ publishedAt: event.target.value })}
        />
      </div>
    </fieldset>
  )
}
