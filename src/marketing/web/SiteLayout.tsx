import { type LoaderFunctionArgs, Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import { claims, feedHeadline, shownClaims } from '#app/marketing/claims.ts'
import { loadViewer } from '#app/membership/web/subscription.ts'
import { queryClientContext } from '#app/web/query-client.ts'
import type { SiteOutlet } from '#app/web/site-outlet.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { ToasterOnDemand } from '#app/web/ToasterOnDemand.tsx'
import { useFocusOnNewPage, usePageHead } from '#app/web/use-page-head.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  await loadViewer(context.get(queryClientContext))
  return null
}

/** What stands around every page. */
export function Component() {
  const isSignedIn = useUser() !== null
  const { showSampleClaims } = useSiteSettings()
  const { state } = useNavigation()
  const main = useFocusOnNewPage()
  usePageHead()
  const outlet: SiteOutlet = {
    signInStats: shownClaims(
      [claims.yearlySavings, claims.brands, claims.dealsADay],
      showSampleClaims,
    ),
    feedHeadline: feedHeadline(showSampleClaims),
  }

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {state === 'loading' && <div className="progress" />}
      <SiteHeader isSignedIn={isSignedIn} />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet context={outlet} />
      </main>
      <SiteFooter isSignedIn={isSignedIn} />
      <ToasterOnDemand />
      <ScrollRestoration />
    </>
  )
}
