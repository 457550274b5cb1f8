import { useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'

type Props = Omit<FieldProps, 'type' | 'after' | 'className'> & {
  /** False until scripts can handle the toggle. */
  canShow: boolean
}

export function PasswordField({ canShow, ...field }: Props) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      {...field}
      className="field-password"
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        canShow && (
          <button
            type="button"
            className="field-toggle"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        )
      }
    />
  )
}
