import { type ReactNode, useEffect, useState } from 'react'
import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useSearchParams,
} from 'react-router'
import type { Deal, DealWithLink } from '#app/deals/deals.contract.ts'
import { ReportControl } from '#app/deals/web/ReportControl.tsx'
import { loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { meant } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { LeavingPiece } from './LeavingPiece.tsx'
import { OUTBOUND_ERRORS, outboundAdvice } from './outbound.copy.ts'
import { type Destination, LATE_AFTER_MS, outboundCall } from './outbound.rules.ts'
import { setSkipsRedirectDelay, skipsRedirectDelay } from './redirect-memory.ts'
import {
  leaving,
  type OutboundRedirect,
  toFailure,
  useOutboundRedirect,
} from './use-outbound-redirect.ts'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'To the retailer',
    description: `${club.name} takes you to the retailer.`,
  }),
}

export async function loader({ context }: LoaderFunctionArgs) {
  await loadViewer(context.get(queryClientContext))
  return null
}

/** Asked for by a form where there are no scripts to ask: the answer is the page, with its link. */
export async function action({ request, context }: ActionFunctionArgs): Promise<OutboundRedirect> {
  const { searchParams } = new URL(request.url)
  const dealId = meant(searchParams, 'deal_id')
  if (!dealId) return { step: 'failed', error: 'no-id' }
  const call = outboundCall(dealId, meant(searchParams, 'click_type') ?? null)
  try {
    return leaving((await context.get(apiContext).load(call)) as DealWithLink, true)
  } catch (error) {
    return toFailure(error)
  }
}

export function Component() {
  const [search] = useSearchParams()
  const dealId = meant(search, 'deal_id') || null
  const asked = useOutboundRedirect(dealId, meant(search, 'click_type') ?? null)
  const answered = useActionData<typeof action>()
  const redirect = answered ?? asked
  useNoReferrer()

  if (answered?.step === 'leaving') return <ByHand {...answered} />
  if (redirect.step === 'failed') return <Failure {...redirect} dealId={dealId} />
  if (redirect.step === 'leaving') {
    const { destination, deal, isWaiting } = redirect
    const Step = isWaiting ? Leaving : BackAgain
    return <Step destination={destination} deal={deal} />
  }
  return (
    <div className="wrap solo">
      <p className="caps">One moment</p>
      <div role="status">
        <h1 className="headline">Loading...</h1>
      </div>
      <noscript>
        <form method="post">
          <Button type="submit">Show the way to the retailer</Button>
        </form>
      </noscript>
    </div>
  )
}

type StepProps = { destination: Destination; deal: Deal }

function Leaving({ destination, deal }: StepProps) {
  const viewer = useViewerClass()
  const isLate = useLate()
  return (
    <div className="wrap solo">
      <p className="caps">On your way</p>
      <div role="status">
        <h1 className="headline max-w-[24ch] wrap-anywhere">
          Now taking you to{' '}
          <WayOut {...destination} className="link inline-block max-w-full">
            {destination.name}
          </WayOut>
        </h1>
      </div>
      <LeavingPiece deal={deal} />
      <Terms {...destination} />
      <div className="solo-actions">
        <Link className="link text-sm" to={paths.dailyDeals()}>
          Stay with the deals
        </Link>
        <ReportControl deal={deal} isPlain />
      </div>
      {viewer === 'member' && <SkipDelayNextTime />}
      {/* Keeps its space while hidden, as nothing follows it. */}
      <div className={isLate ? 'solo-actions' : 'solo-actions invisible'}>
        <Button onClick={() => location.assign(destination.buyUrl)}>
          Taking too long? Click here
        </Button>
      </div>
    </div>
  )
}

/** Nobody is taken anywhere without scripts: there is the link. */
function ByHand({ destination, deal }: StepProps) {
  return (
    <div className="wrap solo">
      <p className="caps">On your way</p>
      <h1 className="headline max-w-[24ch] wrap-anywhere">{`To ${destination.name}`}</h1>
      <LeavingPiece deal={deal} />
      <Terms {...destination} />
      <div className="solo-actions">
        <WayOut {...destination} className="button">
          {`Go to ${destination.name}`}
        </WayOut>
        <Link className="link text-sm" to={paths.dailyDeals()}>
          Stay with the deals
        </Link>
        <ReportControl deal={deal} isPlain />
      </div>
    </div>
  )
}

/** Shown after coming back from the retailer, without redirecting again. */
function BackAgain({ destination, deal }: StepProps) {
  const viewer = useViewerClass()
  // Chrome tries to restore the scroll position of the page left before, which was another one.
  useEffect(() => {
    // In braces: `scrollTo` returns a promise in newer browsers, and React would call a returned value as
    // cleanup.
    scrollTo(0, 0)
  }, [])
  return (
    <div className="wrap solo">
      <p className="caps">Welcome back</p>
      <div role="status">
        <h1 className="headline max-w-[24ch] wrap-anywhere">{`You were at ${destination.name}`}</h1>
      </div>
      <LeavingPiece deal={deal} />
      <Terms {...destination} />
      <div className="solo-actions">
        <Link className="button" to={paths.dailyDeals()}>
          Back to the deals
        </Link>
        <WayOut {...destination} className="link text-sm">
          {`Go to ${destination.name} again`}
        </WayOut>
        <ReportControl deal={deal} />
      </div>
      {viewer === 'member' && <SkipDelayNextTime />}
    </div>
  )
}

type WayOutProps = Destination & { className: string; children: ReactNode }

function WayOut({ buyUrl, className, children }: WayOutProps) {
  return (
    <a
      className={className}
      href={buyUrl}
      rel="sponsored noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      {children}
    </a>
  )
}

function Terms({ name, domain }: Destination) {
  return (
    <p className="lead wrap-anywhere">
      {name === domain ? '' : `${domain}. `}
      You buy there, at their price and on their terms. We only show the way.
    </p>
  )
}

/** Tells whether the redirect takes longer than it should. */
function useLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

function SkipDelayNextTime() {
  const [isWanted, setIsWanted] = useState(skipsRedirectDelay)
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isWanted}
        onChange={({ target }) => {
          setIsWanted(target.checked)
          setSkipsRedirectDelay(target.checked)
        }}
      />
      Go straight there next time
    </label>
  )
}

type FailureProps = Extract<OutboundRedirect, { step: 'failed' }> & { dealId: string | null }

function Failure({ error, status, dealId }: FailureProps) {
  return (
    <ProblemScreen
      title={`Error: ${OUTBOUND_ERRORS[error]}`}
      actions={
        <>
          <Link className="button" to={paths.home()}>
            Return to Homepage
          </Link>
          {status === 401 && (
            <Link
              className="link text-sm"
              to={paths.signIn(dealId ? paths.deal(dealId) : undefined)}
            >
              Sign in
            </Link>
          )}
          {status === 403 && dealId && (
            <Link className="link text-sm" to={paths.deal(dealId)}>
              See what it is about
            </Link>
          )}
        </>
      }
    >
      <p className="lead" role="alert">
        {outboundAdvice(status)}
      </p>
    </ProblemScreen>
  )
}

/** Keeps the retailer from learning which of our pages the visit came from. */
function useNoReferrer() {
  useEffect(() => {
    const meta = document.createElement('meta')
    meta.name = 'referrer'
    meta.content = 'no-referrer'
    document.head.append(meta)
    return () => meta.remove()
  }, [])
}
