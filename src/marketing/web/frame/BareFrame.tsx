import type { ReactNode } from 'react'
import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'

/** Our mark and nothing else around it: for what is shown when nothing can be asked for. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="masthead">
        <div className="wrap">
          <span />
          <a className="wordmark" href={paths.home()} aria-label={`${site.name}, home`}>
            {site.shortName}
          </a>
          <span />
        </div>
      </header>
      <main>{children}</main>
    </>
  )
}
