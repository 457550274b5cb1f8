import type { ReactNode } from 'react'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = {
  /** The page itself, for as long as there are no scripts. */
  href: string
  /** What could not be read, in a sentence. */
  children: ReactNode
}

/** Where a list of the back office would be, when it could not be read. */
export function NotRead({ href, children }: Props) {
  return (
    <div className="admin-empty">
      <p className="admin-error">{children}</p>
      <TryAgain href={href} />
    </div>
  )
}
