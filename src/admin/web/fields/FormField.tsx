import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  /** The error text. */
  error?: string | undefined
  /** A note beside the label. */
  note?: ReactNode
  after?: ReactNode
}

/** A compact field of a deal, with its label above and its error below. */
export function FormField({
  label,
  error,
  note,
  after,
  className = 'entry-field',
  ...input
}: Props) {
  const id = useId()
  const described = [note ? `${id}-note` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <div className="entry-field-head">
        <label htmlFor={id}>{label}</label>
        {note && (
          <span className="entry-field-note" id={`${id}-note`}>
            {note}
          </span>
        )}
      </div>
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        id={id}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={described || undefined}
      />
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {after}
    </div>
  )
}
