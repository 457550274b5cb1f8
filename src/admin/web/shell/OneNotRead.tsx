import type { ReactNode } from 'react'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

type Props = {
  isGone: boolean
  /** The page itself, for as long as there are no scripts. */
  href: string
  title: string
  goneTitle: string
  /** What has become of one that is not there. */
  gone: string
  /** What could not be read, in a sentence. */
  children: ReactNode
}

/** Where one thing would be that has a page of its own, when there is none or it could not be read. */
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
