import '#app/admin/web/deal-form/dialog.css'
import './many-edit.css'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { EditPreview } from '#app/admin/many-edit.contract.ts'
import { dealApi } from '#app/admin/web/shell/deal-api.ts'
import { failureText } from '#app/admin/web/shell/failures.ts'
import { LAST_CAROUSEL } from '#app/deals/deals.facts.ts'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import type { ManyEdit } from '#app/deals/editing/many-edit.facts.ts'
import { TERM_FIELDS, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { BeforeAndAfter } from './BeforeAndAfter.tsx'
import { AS_IT_IS, editOf, NOTHING_WANTED, type Wanted } from './wanted.rules.ts'

type Props = {
  ids: readonly string[]
  onApply: (deals: EditPreview['changed'], edit: ManyEdit) => void
  onClose: () => void
}

/** Edits many deals at once: choose the changes, preview each deal, then write. */
export function EditMany({ ids, onApply, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [wanted, setWanted] = useState(NOTHING_WANTED)
  const [fault, setFault] = useState<{ field: string; text: string }>()
  const [shown, setShown] = useState<{ preview: EditPreview; edit: ManyEdit }>()
  const [isBusy, setBusy] = useState(false)
  const submit = useRef<HTMLButtonElement>(null)
  const wasShown = useRef(false)

  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])

  // Going back returns the focus to the button that led to the preview.
  useEffect(() => {
    if (wasShown.current && !shown) submit.current?.focus()
    wasShown.current = shown !== undefined
  }, [shown])

  async function show() {
    const made = editOf(wanted)
    if ('fault' in made) return setFault({ field: made.field, text: made.fault })
    setFault(undefined)
    setBusy(true)
    try {
      const preview = await dealApi.previewEdit([...ids], made.edit)
      setShown({ preview, edit: made.edit })
    } catch (error) {
      setFault({ field: '', text: failureText(error, 'It could not be shown.') })
    } finally {
      setBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      className="entry-dialog many-edit"
      aria-labelledby="many-edit-title"
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      <header className="entry-dialog-head">
        <div>
          <h2 id="many-edit-title" className="panel-title">
            {`Edit ${countOf(ids.length, 'deal')}`}
          </h2>
          <p className="soft">
            {shown
              ? 'Nothing has been written yet.'
              : 'What is left as it is stays. Before and after are shown first.'}
          </p>
        </div>
        <button
          type="button"
          className="tool-icon"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <X size={20} aria-hidden />
        </button>
      </header>
      {shown ? (
        <BeforeAndAfter
          preview={shown.preview}
          onBack={() => setShown(undefined)}
          onApply={() => {
            onApply(shown.preview.changed, shown.edit)
            dialog.current?.close()
          }}
        />
      ) : (
        <form
          className="entry-dialog-body"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void show()
          }}
        >
          <Fields
            wanted={wanted}
            fault={fault}
            onChange={(change) => setWanted((before) => ({ ...before, ...change }))}
          />
          <div className="entry-footer">
            <p role="alert" className="field-error">
              {fault?.text}
            </p>
            <div className="entry-actions">
              <Button ref={submit} variant="tool-main" type="submit" isBusy={isBusy}>
                Show before and after
              </Button>
              <Button variant="tool" onClick={() => dialog.current?.close()}>
                Cancel
              </Button>
            </div>
          </div>
        </form>
      )}
    </dialog>
  )
}

type FieldsProps = {
  wanted: Wanted
  fault: { field: string } | undefined
  onChange: (change: Partial<Wanted>) => void
}

const PRICES = [
  [AS_IT_IS, 'Leave as it is'],
  ['set', 'Set to'],
  ['percent', 'Change by percent'],
] as const
const TIMES = [
  [AS_IT_IS, 'Leave as it is'],
  ['set', 'Set to'],
  ['none', 'Take away'],
] as const
const SIZES = [
  [AS_IT_IS, 'Leave as they are'],
  ['set', 'Set to'],
  ['add', 'Add'],
  ['remove', 'Take away'],
] as const

function Fields({ wanted, fault, onChange }: FieldsProps) {
  const isBad = (field: keyof Wanted) => fault?.field === field || undefined
  return (
    <div className="many-edit-fields">
      {TERM_FIELDS.map((field) => (
        <Choice
          key={field}
          label={FORM_FIELDS[field].label}
          value={wanted[field]}
          isBad={isBad(field)}
          options={[
            [AS_IT_IS, 'Leave as it is'],
            ['', 'Not said'],
            ...VOCABULARY[field].map((term): [string, string] => [
              term.value,
              term.parent === undefined ? term.label : `\u2003${term.label}`,
            ]),
          ]}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      <Choice
        label="Sizes"
        value={wanted.sizes.how}
        options={SIZES}
        onChange={(how) => onChange({ sizes: { ...wanted.sizes, how } })}
      >
        {wanted.sizes.how !== AS_IT_IS && (
          <Written
            label="Sizes"
            placeholder="IT 38, IT 40"
            isBad={isBad('sizes')}
            value={wanted.sizes.text}
            onChange={(text) => onChange({ sizes: { ...wanted.sizes, text } })}
          />
        )}
      </Choice>
      {(['originalPrice', 'salePrice'] as const).map((field) => (
        <Choice
          key={field}
          label={FORM_FIELDS[field].label}
          value={wanted[field].how}
          options={PRICES}
          onChange={(how) => onChange({ [field]: { ...wanted[field], how } })}
        >
          {wanted[field].how !== AS_IT_IS && (
            <Written
              label={`${FORM_FIELDS[field].label}, ${wanted[field].how === 'set' ? 'US dollars' : 'percent'}`}
              placeholder={wanted[field].how === 'set' ? '0.00' : '-10'}
              isBad={isBad(field)}
              value={wanted[field].text}
              onChange={(text) => onChange({ [field]: { ...wanted[field], text } })}
            />
          )}
        </Choice>
      ))}
      {(['startsAt', 'endsAt'] as const).map((field) => (
        <Choice
          key={field}
          label={FORM_FIELDS[field].label}
          value={wanted[field].how}
          options={TIMES}
          onChange={(how) => onChange({ [field]: { ...wanted[field], how } })}
        >
          {wanted[field].how === 'set' && (
            <Written
              label={`${FORM_FIELDS[field].label}, in Toronto`}
              type="datetime-local"
              isBad={isBad(field)}
              value={wanted[field].text}
              onChange={(text) => onChange({ [field]: { ...wanted[field], text } })}
            />
          )}
        </Choice>
      ))}
      <Choice
        label={FORM_FIELDS.isPreview.label}
        value={wanted.isPreview}
        options={[
          [AS_IT_IS, 'Leave as it is'],
          ['yes', 'Yes'],
          ['no', 'No'],
        ]}
        onChange={(isPreview) => onChange({ isPreview: isPreview as Wanted['isPreview'] })}
      />
      <Choice
        label="Carousel"
        value={wanted.carouselAssignment}
        options={[
          [AS_IT_IS, 'Leave as it is'],
          ['0', 'None'],
          ...Array.from({ length: LAST_CAROUSEL }, (_, index): [string, string] => [
            String(index + 1),
            `Carousel ${index + 1}`,
          ]),
        ]}
        onChange={(carouselAssignment) => onChange({ carouselAssignment })}
      />
    </div>
  )
}

type ChoiceProps<How extends string> = {
  label: string
  value: How
  options: ReadonlyArray<readonly [How, string]>
  isBad?: boolean | undefined
  onChange: (value: How) => void
  children?: ReactNode
}

function Choice<How extends string>(props: ChoiceProps<How>) {
  const { label, value, options, isBad, onChange, children } = props
  const id = useId()
  return (
    <div className="many-edit-field" data-set={value === AS_IT_IS ? undefined : ''}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        aria-invalid={isBad}
        onChange={({ target }) => onChange(target.value as How)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      {children}
    </div>
  )
}

type WrittenProps = {
  label: string
  value: string
  type?: string
  placeholder?: string
  isBad?: boolean | undefined
  onChange: (text: string) => void
}

function Written({ label, isBad, onChange, ...input }: WrittenProps) {
  return (
    <input
      {...input}
      className="input"
      aria-label={label}
      aria-invalid={isBad}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
