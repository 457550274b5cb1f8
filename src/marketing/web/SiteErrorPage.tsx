import { useLocation } from 'react-router'
import { Problem } from '#app/web/Problem.tsx'
import { paths } from '#app/web/paths.ts'
import { site } from '#app/web/site.ts'

/** When a page could not be made at all. It may have no scripts, so its links are plain ones. */
export function SiteErrorPage() {
  const { pathname } = useLocation()
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
      <main>
        <Problem
          title="Something came apart at the seams"
          actions={
            <>
              <a className="button" href={pathname}>
                Try again
              </a>
              <a className="link text-sm" href={paths.home()}>
                Return to Homepage
              </a>
            </>
          }
        >
          <p className="lead" role="alert">
            The page could not be loaded. Please try again in a moment, or write to{' '}
            <a className="link" href={`mailto:${site.supportEmail}`}>
              {site.supportEmail}
            </a>
            .
          </p>
        </Problem>
      </main>
    </>
  )
}
