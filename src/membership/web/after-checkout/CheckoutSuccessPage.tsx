import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FormScreen } from '#app/accounts/web/FormScreen.tsx'
import { SignOutButton } from '#app/accounts/web/SignOutButton.tsx'
import { useUser } from '#app/accounts/web/user.ts'
import type { CheckoutVerified } from '#app/membership/checkout.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { toReturnPath } from '#app/shared/return-path.ts'
import { Button } from '#app/ui/Button.tsx'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { CheckoutFailure } from './CheckoutFailure.tsx'
import type { CheckoutReference } from './checkout-reference.ts'
import { FinishForm } from './FinishForm.tsx'
import { useVerification } from './use-verification.ts'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Your account',
    description: `Finish joining ${club.name}.`,
  }),
}

/** The page to which the payment page returns: it checks the payment, then links it to an account. */
export function Component() {
  const [search] = useSearchParams()
  if (search.get('preview') === 'true') return <FinishForm checkout={SAMPLE} isPreview />
  return <Checkout />
}

/** Draws the form for people who maintain the pages, without asking the server. */
const SAMPLE = { valid: true, email: 'you@example.com', amountTotal: 0, currency: 'usd' }

function Checkout() {
  const { state, retry } = useVerification()
  const [search] = useSearchParams()
  // Read once, because the parameter is removed from the address at once.
  const [hasJustSignedIn] = useState(() => search.get('signed_in') === 'true')
  switch (state.step) {
    case 'verifying':
      return <Verifying />
    case 'pending':
      return <Pending isStillAsking={state.isStillAsking} onRetry={retry} />
    case 'failed':
      return <CheckoutFailure state={state} onRetry={retry} />
    case 'verified':
      if (state.checkout.isLinked) return <Active {...state.checkout} reference={state.reference} />
      return (
        <FinishForm
          checkout={state.checkout}
          reference={state.reference}
          finishesItself={hasJustSignedIn}
        />
      )
  }
}

/** The shape of the form that is about to appear. */
function Verifying() {
  return (
    <FormScreen title="One moment" lead="We are checking your payment.">
      <p className="sr" role="status">
        Verifying your payment
      </p>
      <div className="grid gap-6" aria-hidden>
        <div className="bone h-12" />
        <div className="bone h-20" />
        <div className="bone h-20" />
        <div className="bone h-20" />
        <div className="bone h-13" />
      </div>
      <noscript>
        <p className="notice mt-6">
          This page needs scripts to make your account. Your payment is kept: we will mail you a
          link to finish.
        </p>
      </noscript>
    </FormScreen>
  )
}

type PendingProps = { isStillAsking: boolean; onRetry: () => void }

function Pending({ isStillAsking, onRetry }: PendingProps) {
  return (
    <ProblemScreen
      title="Your payment is on its way"
      actions={
        !isStillAsking && (
          <>
            <Button onClick={onRetry}>Check again</Button>
            <Link className="link text-sm" to={paths.home()}>
              Return to Homepage
            </Link>
          </>
        )
      }
    >
      <p className="lead" role="status">
        {isStillAsking
          ? 'Some ways to pay take a little longer. This page goes on by itself when it arrives.'
          : 'It is taking longer than usual. You can close this page: we will mail you a link as soon as it arrives.'}
      </p>
    </ProblemScreen>
  )
}

type ActiveProps = Pick<CheckoutVerified, 'isSignedIn' | 'email' | 'next'> & {
  reference: CheckoutReference
}

function Active({ isSignedIn, email, next: began, reference }: ActiveProps) {
  const next = toReturnPath(began)
  const user = useUser()
  // As after making an account: the following page may report the purchase.
  const sessionId = 'session_id' in reference ? reference.session_id : undefined
  if (!isSignedIn && user) return <SomebodyElse paidBy={email} signedInAs={user.email} />
  return (
    <ProblemScreen
      title="Your membership is active"
      actions={
        isSignedIn ? (
          // Loads a new document, so that nothing on it was made for somebody without a membership.
          <a
            className="button"
            href={sessionId ? paths.paid(sessionId, next) : (next ?? paths.dailyDeals())}
          >
            {next?.startsWith(paths.deal('')) ? 'Go to the deal' : 'Go to the deals'}
          </a>
        ) : (
          <Link className="button" to={paths.signIn(next)}>
            Sign in
          </Link>
        )
      }
    >
      <p className="lead" role="status">
        {isSignedIn
          ? 'Every name and every link is open to you.'
          : 'This payment has its account already. Sign in to see the deals.'}
      </p>
    </ProblemScreen>
  )
}

/** Two people, or two addresses of one person: says which of them has paid. */
function SomebodyElse({ paidBy, signedInAs }: { paidBy: string | undefined; signedInAs: string }) {
  return (
    <ProblemScreen
      title="This payment belongs to another account"
      actions={
        <>
          <SignOutButton className="button" label="Sign out" />
          <Link className="link text-sm" to={paths.account()}>
            Go to your account
          </Link>
        </>
      }
    >
      <p className="lead wrap-anywhere" role="status">
        {`You are signed in as ${signedInAs}. This payment was made ${
          paidBy ? `with ${paidBy}` : 'with another address'
        }: sign in with that one to see the deals.`}
      </p>
    </ProblemScreen>
  )
}
