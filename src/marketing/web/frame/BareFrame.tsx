import type { ReactNode } from 'react'
import { paths } from '#app/shared/paths.ts'
import { useClub } from '#app/web/site-settings.ts'

/** A frame with our wordmark only, for pages shown when no data can be loaded. */
export function BareFrame({ children }: { children: ReactNode }) {
  const { name, shortName } = useClub()
  return (
    <>
      <header className="masthead">
        <div className="wrap">
          <span />
          <a className="wordmark" href={paths.home()} aria-label={`${name}, home`}>
            {shortName}
          </a>
          <span />
        </div>
      </header>
      <main>{children}</main>
    </>
  )
}
