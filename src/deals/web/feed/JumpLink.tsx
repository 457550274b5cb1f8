import type { ReactNode } from 'react'
import { PageLink } from '#app/web/page/PageLink.tsx'

type Props = {
  /** The id of where it leads to, on this page. */
  to: string
  className?: string
  onJump?: () => void
  children: ReactNode
}

/** To another place of this page, for the eye and for the keyboard. */
export function JumpLink({ to, className, onJump, children }: Props) {
  return (
    <PageLink
      className={className}
      to={`#${to}`}
      onClick={() => {
        onJump?.()
        // The place is scrolled to by the router; the keyboard goes on from there.
        setTimeout(() => document.getElementById(to)?.focus({ preventScroll: true }))
      }}
    >
      {children}
    </PageLink>
  )
}
