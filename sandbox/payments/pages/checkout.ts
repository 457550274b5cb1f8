import { count, day, money } from '#sandbox/format.ts'
import { type Html, html, standInPage } from '#sandbox/html.ts'
import type { CheckoutSummary } from '#sandbox/payments/processor.ts'
import { cardFields, errorSummary, type Form, type FormErrors, fieldError } from './card-form.ts'
import { testCards } from './test-cards.ts'

type Checkout = {
  address: string
  merchant: string
  cancelUrl: string | null
  summary: CheckoutSummary
  now: Date
  errors?: FormErrors
  filled?: Form
}

/** The hosted card page: the price on one side, the card form on the other. */
export function checkoutPage(checkout: Checkout): string {
  const { address, merchant, cancelUrl, summary, now, errors = {}, filled = {} } = checkout
  return standInPage({
    title: `${Object.keys(errors).length > 0 ? 'Error: ' : ''}${merchant} | Secure checkout`,
    kind: 'checkout',
    hasScript: true,
    banner: testCards(address, now),
    main: html`<main id="main">
      <section class="summary" aria-label="Order summary"><div>
        <p class="merchant">${cancelUrl && html`<a href="${cancelUrl}"><span aria-hidden="true">←</span> Back<span class="unseen"> to ${merchant}</span></a>`}<span>${merchant}</span></p>
        ${costs(summary)}
      </div></section>
      <section class="pay" aria-label="Payment"><div>
        ${errorSummary(errors)}
        <form method="post" action="${address}" novalidate data-once>
          <h2>Contact information</h2>
          ${email(summary, errors, filled)}
          <h2>Payment method</h2>
          ${cardFields(errors, filled)}
          <button class="main" data-busy="Processing …">${buttonText(summary)}</button>
          <p class="terms">${terms(merchant, summary)}</p>
        </form>
      </div></section></main>`,
  })
}

function costs(summary: CheckoutSummary): Html {
  const { productName, interval, unitAmount, trialDays, discount, firstCharge, firstChargeAt } =
    summary
  const price = `${money(unitAmount)} per ${interval}`
  const hasTrial = trialDays > 0
  return html`<h1>${hasTrial ? 'Try' : 'Subscribe to'} ${productName}</h1>
    <p class="amount">${hasTrial ? `${count(trialDays, 'day')} free` : money(summary.dueToday)}
      <span>${hasTrial ? `then ${discount ? `${money(firstCharge)}, later ${price}` : price}` : discount ? 'due today' : `per ${interval}`}</span></p>
    <dl class="lines">
      <div><dt>${productName}<span>Billed every ${interval}</span></dt><dd>${money(unitAmount)}</dd></div>
      ${hasTrial && html`<div><dt>Free trial<span>${count(trialDays, 'day')}</span></dt><dd>Free</dd></div>`}
      ${discount && html`<div><dt>${discount.name}<span>${discountTime(discount.months)}</span></dt><dd>−${money(discount.amountOff)}</dd></div>`}
      ${hasTrial && html`<div class="first"><dt>First charge${firstChargeAt && html`<span>${day(firstChargeAt)}</span>`}</dt><dd>${money(firstCharge)}</dd></div>`}
      <div class="total"><dt>Due today</dt><dd>${money(summary.dueToday)}</dd></div>
    </dl>`
}

function discountTime(months: number | null): string {
  if (months === null) return 'On every payment'
  if (months === 12) return 'For the first year'
  return months === 0 ? 'On the first payment' : `For the first ${count(months, 'month')}`
}

function email(summary: CheckoutSummary, errors: FormErrors, filled: Form): Html {
  // Shown as a read-only field, so that buyers see which address is used.
  if (summary.isEmailFixed) {
    return html`<div class="field"><label for="email">Email</label>
      <input id="email" type="email" value="${summary.email ?? ''}" readonly></div>`
  }
  return html`<div class="field"><label for="email">Email</label>
    <input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${filled.email ?? ''}"
      ${errors.email && html`aria-invalid="true" aria-describedby="email-error"`}>
    ${fieldError(errors, 'email')}</div>`
}

function buttonText({ trialDays, dueToday }: CheckoutSummary): string {
  if (trialDays > 0) return 'Start trial'
  return dueToday > 0 ? `Pay ${money(dueToday)}` : 'Subscribe'
}

function terms(merchant: string, summary: CheckoutSummary): Html {
  const { trialDays, firstChargeAt, firstCharge, unitAmount, interval, discount } = summary
  const later = `${money(unitAmount)} per ${interval}`
  const until = `until you cancel with ${merchant}`
  if (trialDays > 0) {
    return html`After your trial you will be charged ${money(firstCharge)}${firstChargeAt && html` on ${day(firstChargeAt)}`}, ${discount ? `then, when the discount ends, ${later}` : `and ${later}`} ${until}.`
  }
  return html`You will be charged ${money(firstCharge)} now, ${discount ? `then, when the discount ends, ${later}` : `and ${later}`} ${until}.`
}
