import { useId, useRef } from 'react'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import { type TermField, termLabel, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'

type Props = {
  field: TermField
  value: string
  error: string | undefined
  /** The word of the sheet that was not understood. */
  unread: string | undefined
  /** A value guessed from the name of the deal, offered for confirmation. */
  guessed: string | undefined
  onChange: (value: string) => void
}

/** Selects a term of our vocabulary for a deal. */
export function TermSelect({ field, value, error, unread, guessed, onChange }: Props) {
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
                  // The button disappears with its offer.
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
