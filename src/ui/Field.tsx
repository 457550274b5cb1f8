import { type ComponentProps, type ReactNode, useId } from 'react'

export type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  /** What to enter, shown before anything is typed. */
  hint?: string | undefined
  /** The validation message. */
  error?: string | undefined
  /** Shown inside the box, after the input. */
  after?: ReactNode
  className?: string
}

/** An input with its label above and a hint or an error below. */
export function Field({ label, hint, error, after, className, ...input }: FieldProps) {
  const id = useId()
  // The error replaces the hint, so that there is one message at a time.
  const note = error ?? hint
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note !== undefined ? `${id}-note` : undefined}
        />
        {after}
      </div>
      {note !== undefined && (
        <p className={error !== undefined ? 'field-error' : 'field-hint'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
