import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  variant?: 'primary' | 'quiet'
  /** Shows the work in progress and ignores further clicks. */
  isBusy?: boolean
}

export function Button({ variant = 'primary', isBusy = false, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={variant === 'quiet' ? 'button button-quiet' : 'button'}
      aria-busy={isBusy || undefined}
      disabled={isBusy || rest.disabled}
    />
  )
}
