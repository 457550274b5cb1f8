import type { ReactNode } from 'react'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = {
  /** The address of the page itself, to reload it without scripts. */
  href: string
  /** A sentence that says what could not be read. */
  children: ReactNode
}

/** Shown in place of a list that could not be read. */
export function NotRead({ href, children }: Props) {
  return (
    <div className="admin-empty">
      <p className="admin-error">{children}</p>
      <TryAgain href={href} />
    </div>
  )
}
