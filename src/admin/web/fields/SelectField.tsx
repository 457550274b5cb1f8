import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'select'>, 'id'> & {
  label: string
  /** The error text. */
  error?: string | undefined
}

/** A select field of a deal; the children are its options. */
export function SelectField({ label, error, children, ...select }: Props) {
  const id = useId()
  return (
    <div className="entry-field">
      <label className="font-semibold" htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      >
        {children}
      </select>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
