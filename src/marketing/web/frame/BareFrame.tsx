import type { ReactNode } from 'react'
import { paths } from '#app/shared/paths.ts'
import { useClub } from '#app/web/site-settings.ts'

/** Our mark and nothing else around it: for what is shown when nothing can be asked for. */
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
