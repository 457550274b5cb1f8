import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  variant?: 'primary' | 'quiet'
  /** Shows the work in progress and ignores further clicks. */
  isBusy?: boolean
}

/** While it is busy it keeps the keyboard's place, which a disabled one would lose. */
export function Button({
  variant = 'primary',
  isBusy = false,
  type = 'button',
  onClick,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={variant === 'quiet' ? 'button button-quiet' : 'button'}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    />
  )
}
