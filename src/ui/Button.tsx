import type { ComponentProps } from 'react'

const CLASSES = {
  primary: 'button',
  quiet: 'button button-quiet',
  // Small buttons, for the dense forms of the back office.
  'tool-main': 'tool-main',
  tool: 'tool',
  'tool-bare': 'tool tool-bare',
}

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: keyof typeof CLASSES
  /** Shows that work is in progress and ignores further clicks. */
  isBusy?: boolean
}

/** While busy it keeps the keyboard focus, which a disabled button would lose. */
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
