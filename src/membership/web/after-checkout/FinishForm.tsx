import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { FormScreen } from '#app/accounts/web/FormScreen.tsx'
import { useFormOutcome } from '#app/accounts/web/use-form-outcome.ts'
import { useUser } from '#app/accounts/web/user.ts'
import type { CheckoutVerified } from '#app/membership/checkout.contract.ts'
import { formatPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { CheckoutFailure } from './CheckoutFailure.tsx'
import type { CheckoutReference } from './checkout-reference.ts'
import { FinishByMail } from './FinishByMail.tsx'
import { passwordProblems } from './finish.rules.ts'
import { LeaveForLater } from './LeaveForLater.tsx'
import { PaidAddress } from './PaidAddress.tsx'
import { useCompletion } from './use-completion.ts'

type Props = {
  checkout: CheckoutVerified
  reference?: CheckoutReference | undefined
  isPreview?: boolean
  /** Somebody has just signed in to finish, so no second click is needed. */
  finishesItself?: boolean
}

/** Asks for the account, once the payment has arrived. */
export function FinishForm(props: Props) {
  const { checkout, reference, isPreview = false, finishesItself = false } = props
  const [mended, setMended] = useState<string>()
  const email = mended ?? checkout.email
  const user = useUser()
  const completion = useCompletion({ reference, email, isPreview })
  const { isReady, isBusy, failure, refuse, complete } = completion
  const isHydrated = useHydrated()
  const { form, onInput, wrong, messages } = useFormOutcome(failure)
  const isOwn = user !== null && user.email === email
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!finishesItself || !isOwn || !isReady || hasBegun.current) return
    hasBegun.current = true
    void complete()
  }, [finishesItself, isOwn, isReady, complete])

  if (failure?.code === 'finish-by-mail') {
    return <FinishByMail email={email} completion={completion} />
  }
  if (failure?.code === 'link-expired') {
    return (
      <CheckoutFailure
        state={{ step: 'failed', error: failure.error, code: 'link-expired', reference }}
      />
    )
  }
  if (isOwn) {
    return (
      <FormScreen title="One click left" lead="Your payment has arrived. Add it to your account.">
        <div className="grid gap-6">
          <FormErrors
            title="Your account is not made yet"
            messages={failure ? [failure.error] : []}
            outcome={failure}
          />
          <ChargedThere checkout={checkout} />
          <Button isBusy={isBusy} disabled={!isReady} onClick={() => complete()}>
            {isBusy ? 'One moment...' : 'Add to my account'}
          </Button>
        </div>
      </FormScreen>
    )
  }

  const isNewPassword = checkout.isExistingAccount === true
  const label = isNewPassword ? 'Save Password' : 'Create Account'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = String(form.get('password') ?? '')
    const confirmation = String(form.get('confirmation') ?? '')
    const problems = passwordProblems({ password, confirmation })
    if (Object.keys(problems).length > 0) return refuse(problems)
    void complete(password)
  }

  return (
    <FormScreen title={isNewPassword ? 'A new password' : 'You are in'} lead={leadFor(checkout)}>
      <form
        ref={form}
        className="grid gap-6"
        noValidate
        onSubmit={submit}
        onFocus={preloadToaster}
        onInput={onInput}
      >
        <FormErrors title="Your account is not made yet" messages={messages} outcome={failure}>
          {failure?.isUnreached && <p>Your payment is kept. Please try again in a moment.</p>}
          {failure?.code === 'sign-in-to-finish' && (
            <Link className="link" to={paths.signIn()}>
              Sign in
            </Link>
          )}
        </FormErrors>
        <ChargedThere checkout={checkout} />
        {user && !isPreview && (
          <p className="notice wrap-anywhere">
            {`You are signed in as ${user.email}. This payment was made with ${email}, so it gets an account of its own.`}
          </p>
        )}
        <PaidAddress
          key={email}
          email={email}
          error={wrong.email}
          reference={user || isNewPassword ? undefined : reference}
          onMended={setMended}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          canShow={isHydrated}
          error={wrong.password}
        />
        <PasswordField
          label="Confirm password"
          name="confirmation"
          autoComplete="new-password"
          required
          canShow={isHydrated}
          error={wrong.confirmation}
        />
        <Button type="submit" isBusy={isBusy} disabled={!isReady}>
          {isBusy ? 'One moment...' : label}
        </Button>
      </form>
      {!isPreview && <LeaveForLater email={email} />}
    </FormScreen>
  )
}

function leadFor({ isExistingAccount, amountTotal }: CheckoutVerified): string {
  if (isExistingAccount) {
    return 'Choose one, and your membership is added to the account you have. It signs you out everywhere else.'
  }
  return amountTotal === 0
    ? 'Your free trial has begun. Choose a password and the feed opens.'
    : 'Your payment has arrived. Choose a password and the feed opens.'
}

/** What the card was charged: somebody who comes by a mailed link comes days later. */
function ChargedThere({ checkout: { amountTotal, currency } }: { checkout: CheckoutVerified }) {
  if (amountTotal === undefined || (currency && currency !== 'usd')) return null
  return (
    <p className="flex items-baseline justify-between gap-4 border-y border-hairline py-4 text-sm">
      <span>Charged at the checkout</span>
      <span className="text-lg tabular-nums">{formatPrice(amountTotal / 100)}</span>
    </p>
  )
}
