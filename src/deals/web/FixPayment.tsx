import { site } from '#app/web/site.ts'

/** For someone whose card failed. They have joined already: no sales talk. */
export function FixPayment() {
  return (
    <aside className="wrap mb-14" aria-label="Your payment">
      <div className="border-y border-ink py-8">
        <p className="title mb-3">Your last payment did not go through</p>
        <p className="lead">
          Names and links come back as soon as it is fixed. Write to{' '}
          <a className="link" href={`mailto:${site.supportEmail}`}>
            {site.supportEmail}
          </a>{' '}
          and we will sort it out with you.
        </p>
      </div>
    </aside>
  )
}
