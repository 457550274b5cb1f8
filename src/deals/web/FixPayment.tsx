import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'

/** For someone whose card failed. They have joined already: no sales talk. */
export function FixPayment() {
  return (
    <aside className="wrap mb-14" aria-label="Your payment">
      <div className="border-y border-ink py-8">
        <p className="title mb-3">Your last payment did not go through</p>
        <p className="lead mb-6">Names and links come back as soon as it is fixed.</p>
        <Link className="button" to={paths.account()}>
          Fix your payment
        </Link>
      </div>
    </aside>
  )
}
