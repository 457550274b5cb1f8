import { useState } from 'react'
import { Link } from 'react-router'
import type { JoinState } from '#app/membership/web/join/use-checkout.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { LeaveForLater } from './LeaveForLater.tsx'
import type { Verification } from './use-verification.ts'

type Props = { state: Extract<Verification, { step: 'failed' }>; onRetry?: () => void }

/** Shown when there is no payment to make an account for: why, and what can be done. */
export function CheckoutFailure({ state, onRetry }: Props) {
  const { error, code, reference } = state
  switch (code) {
    case 'trial-used':
      return (
        <ProblemScreen title="Your trial has been used" actions={<JoinWithoutTrial />}>
          <Words text={error} />
        </ProblemScreen>
      )
    case 'expired':
      return (
        <ProblemScreen title="This checkout has run out" actions={<StartAgain />}>
          <WordsAndHelp text={error} />
        </ProblemScreen>
      )
    case 'link-expired':
      return (
        <LinkExpired error={error} link={reference && 'link' in reference ? reference.link : ''} />
      )
    default:
      return (
        <ProblemScreen
          title="Payment Verification Failed"
          actions={
            <>
              {onRetry && <Button onClick={onRetry}>Try again</Button>}
              <OtherWays />
            </>
          }
        >
          <WordsAndHelp text={error} />
          {reference && code === undefined && <LeaveForLater />}
        </ProblemScreen>
      )
  }
}

/** Does not ask a member to pay again, nor a signed-in person to sign in. */
function OtherWays() {
  const viewer = useViewerClass()
  const ways =
    viewer === 'visitor'
      ? [START_AGAIN, ['Sign in', paths.signIn()] as const]
      : [
          viewer === 'member' ? (['Go to the deals', paths.dailyDeals()] as const) : START_AGAIN,
          ['Go to your account', paths.account()] as const,
        ]
  return ways.map(([label, to]) => (
    <Link key={to} className="link text-sm" to={to}>
      {label}
    </Link>
  ))
}

function Words({ text }: { text: string }) {
  return (
    <p className="lead" role="alert">
      {text}
    </p>
  )
}

/** Money may be involved, so it names whom to ask. */
function WordsAndHelp({ text }: { text: string }) {
  return (
    <>
      <Words text={text} />
      <p className="fine">
        {'Have you paid? Nothing is lost: write to '}
        <Support />
      </p>
    </>
  )
}

const START_AGAIN = ['Start checkout again', paths.subscribe()] as const

function StartAgain() {
  const [label, to] = START_AGAIN
  return (
    <Link className="button" to={to}>
      {label}
    </Link>
  )
}

function JoinWithoutTrial() {
  const state: JoinState = { isTrialUsed: true }
  return (
    <>
      <Link className="button" to={paths.subscribe()} state={state}>
        Join without a trial
      </Link>
      <Link className="link text-sm" to={paths.home()}>
        Return to Homepage
      </Link>
    </>
  )
}

function LinkExpired({ error, link }: { error: string; link: string }) {
  const [outcome, setOutcome] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const renew = async () => {
    setIsBusy(true)
    setOutcome(await renewLink(link))
    setIsBusy(false)
  }
  return (
    <ProblemScreen
      title="This link has run out"
      actions={
        <>
          <Button onClick={renew} isBusy={isBusy}>
            {isBusy ? 'Sending...' : 'Send a new link'}
          </Button>
          <Link className="link text-sm" to={paths.signIn()}>
            Sign in
          </Link>
        </>
      }
    >
      <Words text={outcome ?? error} />
    </ProblemScreen>
  )
}

async function renewLink(link: string): Promise<string> {
  try {
    await browserApi.request('POST', '/api/checkout-link', { link })
    return 'If there is still something to finish, a new link is on its way to your inbox.'
  } catch (error) {
    const text = error instanceof ApiError ? error.serverText : undefined
    return text ?? 'The mail could not be sent. Please try again in a moment.'
  }
}
