import { Link } from 'react-router'
import { FINISH_MAIL_AFTER_MS } from '#app/membership/membership.facts.ts'
import { formatMinutes } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { clearPendingSessionHint } from '#app/web/page/pending-session.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { deleteCheckoutReference } from './checkout-reference.ts'

/** Lets people leave: the payment is kept, and a mail leads back to it. Says what happens next. */
export function LeaveForLater({ email }: { email?: string | undefined }) {
  const next = `Within ${formatMinutes(FINISH_MAIL_AFTER_MS)} of your payment we mail a link to finish to ${email ?? 'the address you paid with'}.`
  const leave = () => {
    clearPendingSessionHint()
    deleteCheckoutReference()
    showToast({ title: 'Your payment is kept', description: next })
  }
  return (
    <p className="fine mt-6 wrap-anywhere">
      <Link className="link" to={paths.home()} onClick={leave}>
        Leave this for later
      </Link>
      {`. Your payment is kept. ${next}`}
    </p>
  )
}
