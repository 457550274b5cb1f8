import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { clearPendingSessionHint } from '#app/web/page/pending-session.ts'
import { deleteCheckoutReference } from './checkout-reference.ts'

/** Nobody is held here: the payment is kept, and a mail leads back to it. */
export function LeaveForLater() {
  const leave = () => {
    clearPendingSessionHint()
    deleteCheckoutReference()
  }
  return (
    <p className="fine mt-6">
      <Link className="link" to={paths.home()} onClick={leave}>
        Leave this for later
      </Link>
      {'. Your payment is kept; we will mail you a link to finish.'}
    </p>
  )
}
