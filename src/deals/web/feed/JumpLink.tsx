import type { ReactNode } from 'react'
import { PageLink } from '#app/web/page/PageLink.tsx'

type Props = {
  /** The id of the target on this page. */
  to: string
  className?: string
  onJump?: () => void
  children: ReactNode
}

/** A link within the page that also moves the keyboard focus. */
export function JumpLink({ to, className, onJump, children }: Props) {
  return (
    <PageLink
      className={className}
      to={`#${to}`}
      onClick={() => {
        onJump?.()
        // The router scrolls; the keyboard focus must follow.
        setTimeout(() => document.getElementById(to)?.focus({ preventScroll: true }))
      }}
    >
      {children}
    </PageLink>
  )
}
