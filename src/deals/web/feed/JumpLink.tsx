import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type Props = {
  /** The id of where it leads to, on this page. */
  to: string
  className?: string
  onJump?: () => void
  children: ReactNode
}

/** To another place of this page, for the eye and for the keyboard. */
export function JumpLink({ to, className, onJump, children }: Props) {
  const { search } = useLocation()
  return (
    <Link
      className={className}
      to={{ search, hash: to }}
      discover="none"
      onClick={() => {
        onJump?.()
        // The place is scrolled to by the router; the keyboard goes on from there.
        setTimeout(() => document.getElementById(to)?.focus({ preventScroll: true }))
      }}
    >
      {children}
    </Link>
  )
}
