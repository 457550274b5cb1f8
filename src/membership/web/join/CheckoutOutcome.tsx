import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { FINISH_MAIL_AFTER_MS } from '#app/membership/membership.facts.ts'
import { formatMinutes } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { isCheckoutName, readPendingSession } from '#app/web/page/pending-session.rules.ts'
import { Support } from '#app/web/page/Support.tsx'
import { changeInWords } from './changed-terms.copy.ts'
import type { Checkout } from './use-checkout.ts'

type Props = { checkout: Checkout; ref: Ref<HTMLDivElement> }

/** The outcome of the last click, beside the button that was clicked. */
export function CheckoutOutcome({ checkout: { state, plan, offer }, ref }: Props) {
  if (state.step === 'ready' || state.step === 'opening') return null
  return (
    <div
      ref={ref}
      className="notice"
      role={state.step === 'failed' ? 'alert' : 'status'}
      tabIndex={-1}
    >
      {state.step === 'elsewhere' && (
        <>
          <p className="font-semibold">Finish in the other tab</p>
          <p>
            {'Checkout is open there. Closed it? '}
            {/* A button, not a link: its address identifies the payment, and tags read the links
               of a page. */}
            <button type="button" className="link" onClick={() => openAgain(state.url)}>
              Open it again
              <span className="sr"> (opens in a new tab)</span>
            </button>
          </p>
        </>
      )}
      {state.step === 'terms-changed' && (
        <>
          <p className="font-semibold">Please look once more</p>
          <p>{changeInWords(plan, { ...state, trialDays: offer.trialDays })}</p>
          <p>Nothing has been charged. Click again if that is what you want.</p>
        </>
      )}
      {state.step === 'failed' && (
        <>
          <p className="font-semibold">Checkout Failed</p>
          <p>{state.error}</p>
          <Advice {...state} />
        </>
      )}
    </div>
  )
}

function openAgain(url: string) {
  window.open(url, '_blank', 'noopener,noreferrer')
}

type Failure = { status?: number; code?: string | undefined }

function Advice(failure: Failure) {
  const advice = adviceOn(failure)
  return advice && <p>{advice}</p>
}

function adviceOn({ status, code }: Failure): ReactNode {
  if (code === 'already-member') {
    return (
      <Link className="link" to={paths.account()}>
        Go to your account
      </Link>
    )
  }
  if (code === 'already-paid') {
    const name = readPendingSession(document.cookie)
    if (!isCheckoutName(name)) {
      return `We mail a link for it to the address you paid with, within ${formatMinutes(FINISH_MAIL_AFTER_MS)}.`
    }
    return (
      // A new document, so that tags of the page being left do not see this address.
      <Link className="link" to={paths.checkoutSuccess(name)} reloadDocument>
        Make your account
      </Link>
    )
  }
  // The server's own text says it all.
  if (code === 'payments-unavailable') return null
  if (status === undefined) return 'Nothing has been charged. Check your connection and try again.'
  if (status === 429 || status >= 500)
    return 'Nothing has been charged. Please try again in a moment.'
  return (
    <>
      {'Nothing has been charged. If it happens again, write to '}
      <Support />
    </>
  )
}
