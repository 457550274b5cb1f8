import { type ComponentProps, type ReactNode, useId } from 'react'

export type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  /** What is wrong with it, in words. */
  error?: string | undefined
  /** Shown inside the box, after the input. */
  after?: ReactNode
  className?: string
}

/** An input with its label above and its error below. */
export function Field({ label, error, after, className, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined ? `${id}-error` : undefined}
        />
        {after}
      </div>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
