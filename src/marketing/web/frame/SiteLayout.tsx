import { lazy, Suspense, useEffect } from 'react'
import {
  type LoaderFunctionArgs,
  type Location,
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { AskAboutVersions } from '#app/accounts/web/AskAboutVersions.tsx'
import { useSignedInElsewhere } from '#app/accounts/web/use-signed-in-elsewhere.ts'
import { loadCatalogueStats } from '#app/deals/web/queries.ts'
import { ReportSlot } from '#app/deals/web/report-slot.ts'
import { loadFollows } from '#app/follows/web/queries.ts'
import { WithFollows } from '#app/follows/web/WithFollows.tsx'
import { AskAboutMail } from '#app/mailings/web/AskAboutMail.tsx'
import { feedHeadline, shownClaims } from '#app/marketing/claims.ts'
import { useClaims } from '#app/marketing/web/landing/use-claims.ts'
import { useCleanAddress } from '#app/membership/web/after-checkout/use-clean-address.ts'
import { loadOffer } from '#app/membership/web/join/offer.ts'
import { useLiveUpdates } from '#app/membership/web/live/use-live-updates.ts'
import { loadViewer, useViewerClass, ViewerOfPage } from '#app/membership/web/subscription.ts'
import { SomethingWrong } from '#app/reports/web/SomethingWrong.tsx'
import { loadSavedIds } from '#app/saved/web/queries.ts'
import { WithHearts } from '#app/saved/web/WithHearts.tsx'
import { paths } from '#app/shared/paths.ts'
import { MeasuredOnDemand } from '#app/tracking/web/MeasuredOnDemand.tsx'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { useFollowing } from '#app/web/page/PageLink.tsx'
import { usePendingSession } from '#app/web/page/pending-session.ts'
import type { SiteOutlet } from '#app/web/page/site-outlet.ts'
import { useFocusOnNewPage, usePageHead } from '#app/web/page/use-page-head.ts'
import { startServiceWorkerLater } from '#app/web/service-worker.ts'
import { useCarriedToast } from '#app/web/toasts/carried-toast.ts'
import { useErrorsOfThisPage } from '#app/web/toasts/errors-of-page.ts'
import { ToasterOnDemand } from '#app/web/toasts/ToasterOnDemand.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

// Few viewers see it: the server renders it, and only their browsers load its code.
const UnconfirmedNotice = import.meta.env.SSR
  ? (await import('#app/accounts/web/sign-up/UnconfirmedNotice.tsx')).UnconfirmedNotice
  : lazy(() =>
      import('#app/accounts/web/sign-up/UnconfirmedNotice.tsx').then((notice) => ({
        default: notice.UnconfirmedNotice,
      })),
    )

// Only the server needs it: invalid parameters come from typed or external addresses, never from navigation
// on the site.
const addressNote = import.meta.env.SSR
  ? (await import('./address-note.copy.ts')).addressNote
  : () => ''

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const viewer = await loadViewer(queryClient)
  // On the page of a deal, so that its heart and follow buttons are right without scripts; lists are shared
  // by many viewers.
  if (viewer !== 'visitor' && params.dealId) {
    await Promise.all([loadSavedIds(queryClient), loadFollows(queryClient)])
  }
  // Only non-members need the offer and the figures.
  if (viewer !== 'member') {
    await Promise.all([loadOffer(queryClient), loadCatalogueStats(queryClient)])
  }
  return import.meta.env.SSR ? addressNote(new URL(request.url)) : ''
}

/** Pages that always open at the top, so no scroll position is kept for them. */
const OPENS_AT_TOP = [paths.privacyPolicy(), paths.terms()]
let visits = 0

function placeOf({ key, pathname }: Location): string {
  if (!OPENS_AT_TOP.includes(pathname)) return key
  visits += 1
  return `${key} ${visits}`
}

/** The frame of every page. */
export function Component() {
  const leftOut = useLoaderData<typeof loader>()
  const viewer = useViewerClass()
  const isSignedIn = viewer !== 'visitor'
  const claims = useClaims()
  const { state } = useNavigation()
  const main = useFocusOnNewPage()
  usePageHead()
  useFollowing()
  usePendingSession(isSignedIn)
  useCarriedToast()
  useErrorsOfThisPage()
  useSignedInElsewhere()
  useCleanAddress()
  useLiveUpdates()
  useEffect(startServiceWorkerLater, [])
  const outlet: SiteOutlet = {
    signInStats: shownClaims(claims, ['yearlySavings', 'brands', 'dealsADay']),
    feedHeadline: feedHeadline(claims),
  }

  return (
    <ViewerOfPage value={viewer}>
      <WithHearts>
        <WithFollows>
          <ReportSlot value={SomethingWrong}>
            <a className="skip" href="#main">
              Skip to content
            </a>
            <MeasuredOnDemand />
            {state === 'loading' && <div className="progress" />}
            <SiteHeader viewer={viewer} />
            {viewer === 'unconfirmed' && (
              <Suspense>
                <UnconfirmedNotice />
              </Suspense>
            )}
            {isSignedIn && viewer !== 'unconfirmed' && <AskAboutVersions />}
            <main id="main" ref={main} tabIndex={-1}>
              <AskAboutMail />
              {leftOut && (
                <div className="wrap pt-6">
                  <p className="notice">{leftOut}</p>
                </div>
              )}
              <Outlet context={outlet} />
            </main>
            <SiteFooter viewer={viewer} />
            <ToasterOnDemand />
            <ScrollRestoration getKey={placeOf} />
          </ReportSlot>
        </WithFollows>
      </WithHearts>
    </ViewerOfPage>
  )
}
