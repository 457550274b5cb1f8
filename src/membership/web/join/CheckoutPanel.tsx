import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { FreeAccountLink } from '#app/accounts/web/sign-up/FreeAccountLink.tsx'
import { useUser } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { CheckoutOutcome } from './CheckoutOutcome.tsx'
import { termsInWords } from './offer.copy.ts'
import { PlanChoice } from './PlanChoice.tsx'
import type { Checkout } from './use-checkout.ts'

/** Delay of the toaster's preload, so that the page itself loads first. */
const PRELOAD_AFTER_MS = 1500

/** The plans, the one button that leads to payment, and its terms. */
export function CheckoutPanel({ checkout }: { checkout: Checkout }) {
  const { offer, plan, isOtherPlan, choose, terms, state, start } = checkout
  const user = useUser()
  const next = useReturnPath()
  const isHydrated = useHydrated()
  const termsId = useId()
  const news = useRef<HTMLDivElement>(null)
  const isBusy = state.step === 'opening'
  useEffect(() => {
    const timer = setTimeout(preloadToaster, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  // Pressing the button disabled it and lost the focus: move it to the outcome.
  useEffect(() => {
    if (state.step !== 'ready' && state.step !== 'opening') news.current?.focus()
  }, [state])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    start()
  }

  return (
    <form className="join" id="join" onSubmit={submit} aria-label="Membership">
      {isOtherPlan && <p className="notice">The plan you asked for is not sold just now.</p>}
      <PlanChoice offer={offer} chosen={plan.key} onChoose={choose} isDisabled={isBusy} />
      <CheckoutOutcome ref={news} checkout={checkout} />
      <Button type="submit" isBusy={isBusy} disabled={!isHydrated} aria-describedby={termsId}>
        {isBusy ? 'Opening checkout...' : terms.isTrial ? 'Start your free trial' : 'Subscribe'}
      </Button>
      <p className="fine" id={termsId}>
        {termsInWords(plan, terms, offer.trialDays)}
      </p>
      <p className="fine">
        {'By joining you accept the '}
        <Link className="link" to={paths.terms()}>
          Terms of Service
        </Link>
        .
      </p>
      <noscript>
        <p className="notice">Checkout needs scripts. Please allow them for this site.</p>
      </noscript>
      <p className="fine">
        {user ? (
          <>
            {'You join as '}
            <span className="wrap-anywhere text-ink">{user.email}</span>
          </>
        ) : (
          <Link className="link text-sm" to={paths.signIn(next)}>
            Already a member? Sign in
          </Link>
        )}
      </p>
      <FreeAccountLink />
    </form>
  )
}
