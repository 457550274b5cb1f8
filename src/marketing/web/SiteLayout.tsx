import {
  type LoaderFunctionArgs,
  type Location,
  Outlet,
  ScrollRestoration,
  useNavigation,
} from 'react-router'
import { loadFigures } from '#app/deals/web/queries.ts'
import { feedHeadline, shownClaims } from '#app/marketing/claims.ts'
import { loadSale } from '#app/membership/web/sale.ts'
import { loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { useCleanAddress } from '#app/membership/web/use-clean-address.ts'
import { useLiveUpdates } from '#app/membership/web/use-live-updates.ts'
import { MeasuredOnDemand } from '#app/tracking/web/MeasuredOnDemand.tsx'
import { useCarriedToast } from '#app/web/carried-toast.ts'
import { paths } from '#app/web/paths.ts'
import { usePendingSession } from '#app/web/pending-session.ts'
import { queryClientContext } from '#app/web/query-client.ts'
import type { SiteOutlet } from '#app/web/site-outlet.ts'
import { ToasterOnDemand } from '#app/web/ToasterOnDemand.tsx'
import { useFocusOnNewPage, usePageHead } from '#app/web/use-page-head.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'
import { useClaims } from './use-claims.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  // What joining costs and gives is asked only for those who have not.
  if ((await loadViewer(queryClient)) !== 'member') {
    await Promise.all([loadSale(queryClient), loadFigures(queryClient)])
  }
  return null
}

/** Pages that open at their top have no place to come back to. */
const OPENS_AT_TOP = [paths.privacyPolicy(), paths.terms()]
let visits = 0

function placeOf({ key, pathname }: Location): string {
  if (!OPENS_AT_TOP.includes(pathname)) return key
  visits += 1
  return `${key} ${visits}`
}

/** What stands around every page. */
export function Component() {
  const viewer = useViewerClass()
  const isSignedIn = viewer !== 'visitor'
  const claims = useClaims()
  const { state } = useNavigation()
  const main = useFocusOnNewPage()
  usePageHead()
  usePendingSession(isSignedIn)
  useCarriedToast()
  useCleanAddress()
  useLiveUpdates()
  const outlet: SiteOutlet = {
    signInStats: shownClaims(claims, ['yearlySavings', 'brands', 'dealsADay']),
    feedHeadline: feedHeadline(claims),
  }

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <MeasuredOnDemand />
      {state === 'loading' && <div className="progress" />}
      <SiteHeader viewer={viewer} />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet context={outlet} />
      </main>
      <SiteFooter viewer={viewer} />
      <ToasterOnDemand />
      <ScrollRestoration getKey={placeOf} />
    </>
  )
}
