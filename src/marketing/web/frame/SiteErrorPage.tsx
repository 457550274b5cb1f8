import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { isBrowser } from '#app/web/browser.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { BareFrame } from './BareFrame.tsx'

/**
 * The page for when a page could not be rendered at all. It may have no scripts, so its links are plain ones.
 */
export function SiteErrorPage() {
  const { pathname, search } = useLocation()
  const [isOffline] = useState(() => isBrowser && !navigator.onLine)
  useReloadWhenOnline(isOffline)
  return (
    <BareFrame>
      <ProblemScreen
        title={isOffline ? 'You seem to be offline' : 'Something came apart at the seams'}
        actions={
          <>
            <a className="button" href={pathname + search}>
              Try again
            </a>
            <a className="link text-sm" href={paths.home()}>
              Return to Homepage
            </a>
          </>
        }
      >
        <p className="lead" role="alert">
          {isOffline
            ? 'The page could not be fetched. Try again when the connection is back, or write to '
            : 'The page could not be loaded. Please try again in a moment, or write to '}
          <Support />.
        </p>
      </ProblemScreen>
    </BareFrame>
  )
}

function useReloadWhenOnline(isOffline: boolean) {
  useEffect(() => {
    if (!isOffline) return
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isOffline])
}
