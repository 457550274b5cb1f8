import type { ReactNode } from 'react'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = {
  isGone: boolean
  /** The address of the page itself, to reload it without scripts. */
  href: string
  title: string
  goneTitle: string
  /** Says what may have become of a missing record. */
  gone: string
  /** A sentence that says what could not be read. */
  children: ReactNode
}

/** Shown in place of a single record that does not exist or could not be read. */
export function OneNotRead({ isGone, href, title, goneTitle, gone, children }: Props) {
  return (
    <div className="admin-empty">
      <h1 className="title">{isGone ? goneTitle : title}</h1>
      {isGone ? (
        <p>{gone}</p>
      ) : (
        <>
          <p className="admin-error">{children}</p>
          <TryAgain href={href} />
        </>
      )}
    </div>
  )
}
