import './picture-field.css'
import './form.css'
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { BrandField } from '#app/admin/web/fields/BrandField.tsx'
import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { SelectField } from '#app/admin/web/fields/SelectField.tsx'
import { LAST_CAROUSEL, LONGEST_NAME, LONGEST_STYLE_NUMBER } from '#app/deals/deals.facts.ts'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { BASIS_WORDS, PRICE_BASES } from '#app/deals/prices/prices.facts.ts'
import { readCurrencyCode } from '#app/deals/prices/rates.facts.ts'
import {
  TERM_FIELDS,
  type TermField,
  termLabel,
  VOCABULARY,
} from '#app/deals/vocabulary/vocabulary.facts.ts'
import { percentOff } from '#app/shared/money.ts'
import { CardPreview } from './CardPreview.tsx'
import { discountOf, dollarsOf, type FormDraft, tidyPrice } from './draft.rules.ts'
import { type DealFormState, homelessErrors } from './form-state.ts'
import { LinkField } from './LinkField.tsx'
import { PicturesField } from './PicturesField.tsx'
import { pictureLink } from './picture-list.rules.ts'
import { SizesField } from './SizesField.tsx'

type Props = {
  form: DealFormState
  /** On Ctrl+Enter; Enter alone does not submit, so that nothing is sent half done. */
  onSubmit: (keys: { isShift: boolean }) => void
  /** The deal that is edited, as it is stored; none while a new one is typed. */
  deal?: ManagedDeal
  onEdit?: (deal: ManagedDeal) => void
  linkRef?: Ref<HTMLInputElement>
  /** Below the fields: what can be done. */
  children: ReactNode
}

/** The fields of a deal beside its card, for a new one and for one that exists. */
export function DealForm({ form, onSubmit, deal, onEdit, linkRef, children }: Props) {
  const { draft, errors, pictures, link, change } = form
  const [isTarget, setIsTarget] = useState(false)
  const isAsKept = deal?.originalPrice === dollarsOf(draft.originalPrice)
  const domain = link.check.state === 'known' ? link.check.facts.domain : deal?.domain

  function onDrop(event: DragEvent) {
    setIsTarget(false)
    const { files } = event.dataTransfer
    const linked = pictureLink(event.dataTransfer.getData('text/uri-list').split('\n')[0] ?? '')
    if (files.length === 0 && !linked) return
    event.preventDefault()
    pictures.add(files.length > 0 ? [...files] : [linked ?? ''])
  }

  function onPaste(event: ClipboardEvent) {
    const { files } = event.clipboardData
    const linked = isTextField(event.target)
      ? undefined
      : pictureLink(event.clipboardData.getData('text/plain'))
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
          <PriceFields draft={draft} errors={errors} onChange={change} />
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

type TermProps = {
  field: TermField
  value: string
  error: string | undefined
  /** The word of the sheet that was not understood. */
  unread: string | undefined
  /** What the name of the deal lets suppose: offered, and confirmed by whoever takes it. */
  guessed: string | undefined
  onChange: (value: string) => void
}

function TermSelect({ field, value, error, unread, guessed, onChange }: TermProps) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const isOpen = value === ''
  const described = error !== undefined || (isOpen && (unread ?? guessed) !== undefined)
  return (
    <div className="entry-field">
      <label className="font-semibold" htmlFor={id}>
        {FORM_FIELDS[field].label}
      </label>
      <select
        ref={select}
        id={id}
        name={field}
        className="input"
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={described ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Not said</option>
        {VOCABULARY[field].map((term) => (
          <option key={term.value} value={term.value}>
            {term.parent === undefined ? term.label : `\u2003${term.label}`}
          </option>
        ))}
      </select>
      {described && (
        <p id={`${id}-note`} className={error === undefined ? 'entry-field-note' : 'field-error'}>
          {error ?? (unread !== undefined && `“${unread}” was not understood. `)}
          {error === undefined && guessed !== undefined && (
            <>
              By its name:{' '}
              <button
                type="button"
                className="link"
                onClick={() => {
                  onChange(guessed)
                  // The button goes with what it offered.
                  select.current?.focus()
                }}
              >
                {termLabel(field, guessed)}
              </button>
            </>
          )}
        </p>
      )}
    </div>
  )
}

type PriceProps = {
  draft: FormDraft
  errors: Record<string, string>
  onChange: (changes: Partial<FormDraft>) => void
}

/** Both prices, in any common notation, and the discount between them. */
function PriceFields({ draft, errors, onChange }: PriceProps) {
  const discount = discountOf(draft)
  const price = (field: 'originalPrice' | 'salePrice', label: string) => (
    <FormField
      label={label}
      name={field}
      inputMode="decimal"
      className="entry-field entry-price"
      placeholder="0.00"
      error={errors[field]}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      onBlur={() => {
        const tidy = tidyPrice(draft[field])
        if (tidy !== draft[field]) onChange({ [field]: tidy })
      }}
    />
  )
  return (
    <div className="entry-prices">
      {price('originalPrice', 'Original price')}
      {price('salePrice', 'Sale price')}
      <FormField
        label={FORM_FIELDS.currency.label}
        name="currency"
        className="entry-field entry-currency"
        maxLength={20}
        autoCapitalize="characters"
        error={errors.currency}
        value={draft.currency}
        onChange={(event) => onChange({ currency: event.target.value })}
        onBlur={() => onChange({ currency: readCurrencyCode(draft.currency) ?? draft.currency })}
      />
      <p className="entry-discount">
        <span className="entry-field-head">Discount</span>
        <output>
          {discount === null
            ? draft.basis === 'unknown'
              ? 'Nothing is claimed'
              : 'Price not available'
            : percentOff(discount)}
        </output>
      </p>
    </div>
  )
}

const SHOWN: [field: 'isPublished' | 'isPreview' | 'showInSplash', note: string][] = [
  ['isPublished', 'out for members, or at its start'],
  ['isPreview', 'open to free users on its day'],
  ['showInSplash', 'on the front page'],
]

const CAROUSELS = Array.from({ length: LAST_CAROUSEL }, (_, index) => index + 1)

/** Where and since when it is shown. */
function ShownFields({ draft, errors, onChange }: PriceProps) {
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

/** What the original price rests on, and where and when whoever fills this in saw it. */
function BasisFields({ draft, errors, onChange }: PriceProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[1fr_1.4fr_0.8fr]">
      <SelectField
        label={FORM_FIELDS.basis.label}
        name="basis"
        value={draft.basis}
        error={errors.basis}
        onChange={(event) => onChange({ basis: event.target.value })}
      >
        {PRICE_BASES.map((basis) => (
          <option key={basis} value={basis}>
            {BASIS_WORDS[basis]}
          </option>
        ))}
      </SelectField>
      <FormField
        label={FORM_FIELDS.priceAddress.label}
        name="priceAddress"
        type="url"
        inputMode="url"
        note="only what you saw yourself"
        error={errors.priceAddress}
        value={draft.priceAddress}
        onChange={(event) => onChange({ priceAddress: event.target.value })}
      />
      <FormField
        label={FORM_FIELDS.priceSeenOn.label}
        name="priceSeenOn"
        type="date"
        error={errors.priceSeenOn}
        value={draft.priceSeenOn}
        onChange={(event) => onChange({ priceSeenOn: event.target.value })}
      />
    </div>
  )
}
