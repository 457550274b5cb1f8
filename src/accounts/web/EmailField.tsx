import type { FormEvent } from 'react'
import { Field } from '#app/ui/Field.tsx'

type Props = {
  defaultValue: string | undefined
  error: string | undefined
  label?: string
  autoComplete?: 'username' | 'email'
}

/** The address of an account; what is typed is forced to lower case. */
export function EmailField({
  defaultValue,
  error,
  label = 'Email',
  autoComplete = 'username',
}: Props) {
  return (
    <Field
      label={label}
      name="email"
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={defaultValue}
      onInput={toLowerCase}
      error={error}
    />
  )
}

function toLowerCase({ currentTarget }: FormEvent<HTMLInputElement>) {
  const lower = currentTarget.value.toLowerCase()
  // Setting the value moves the caret, so only when it changes something.
  if (lower !== currentTarget.value) currentTarget.value = lower
}
