import type { ComponentProps } from 'react'

const CLASSES = {
  primary: 'button',
  quiet: 'button button-quiet',
  // Small ones, for where there is much to do.
  'tool-main': 'tool-main',
  tool: 'tool',
  'tool-bare': 'tool tool-bare',
}

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: keyof typeof CLASSES
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
      {...(isBusy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      type={type}
      className={CLASSES[variant]}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    />
  )
}
