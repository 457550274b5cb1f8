import type Stripe from 'stripe'
import { day, fromSeconds, money } from '#sandbox/format.ts'
import { type Html, html, standInPage } from '#sandbox/html.ts'
import { cardFields, errorSummary, type Form, type FormErrors } from './card-form.ts'
import { testCards } from './test-cards.ts'

type HostedInvoice = {
  address: string
  merchant: string
  /** The shop's account page, to return to. */
  backTo: string
  invoice: Stripe.Invoice
  now: Date
  errors?: FormErrors
  filled?: Form
}

/** The hosted invoice: a receipt if paid, a card form while open. */
export function invoicePage(hosted: HostedInvoice): string {
  const { address, merchant, backTo, invoice, now, errors = {}, filled = {} } = hosted
  const isOpen = isPayable(invoice)
  return standInPage({
    title: `${invoiceTitle(invoice)} ${invoice.number ?? ''} | ${merchant}`,
    kind: 'invoice',
    hasScript: isOpen,
    ...(isOpen ? { banner: testCards(address, now) } : {}),
    main: html`<main id="main">
      <p class="merchant"><span>${merchant}</span></p>
      <h1>${invoiceTitle(invoice)}</h1>
      <p class="amount">${money(isOpen ? invoice.amount_remaining : invoice.amount_paid, invoice.currency)}
        <span>${statusText(invoice)}</span></p>
      ${facts(invoice)}
      ${lines(invoice)}
      ${isOpen && payForm(address, invoice, errors, filled)}
      <p class="unprinted"><a ${!isOpen && html`class="button"`} href="${backTo}">Back to ${merchant}</a></p>
      ${!isOpen && html`<p class="terms unprinted">Keep this page for your records: your browser can print it.</p>`}
      </main>`,
  })
}

/** Whether the invoice can still be paid. */
export function isPayable({ status, amount_remaining }: Stripe.Invoice): boolean {
  return status === 'open' && amount_remaining > 0
}

function invoiceTitle({ status }: Stripe.Invoice): string {
  return status === 'paid' ? 'Receipt' : 'Invoice'
}

function statusText(invoice: Stripe.Invoice): Html {
  const paidAt = invoice.status_transitions?.paid_at
  if (invoice.status === 'paid') return html`Paid${paidAt && html` on ${day(fromSeconds(paidAt))}`}`
  if (isPayable(invoice)) return html`Payment due`
  return html`${STATUS_TEXTS[invoice.status ?? ''] ?? 'Nothing due'}`
}

const STATUS_TEXTS: Record<string, string> = {
  draft: 'Not yet final',
  void: 'Void: nothing is due',
  uncollectible: 'Closed without payment',
}

function facts({ number, customer_email, created, id }: Stripe.Invoice): Html {
  return html`<dl class="facts">
    <div><dt>Number</dt><dd>${number ?? id}</dd></div>
    <div><dt>Billed to</dt><dd>${customer_email ?? 'Unknown'}</dd></div>
    <div><dt>Date</dt><dd>${day(fromSeconds(created))}</dd></div></dl>`
}

function lines(invoice: Stripe.Invoice): Html {
  const { currency } = invoice
  const discount = (invoice.total_discount_amounts ?? []).reduce(
    (sum, { amount }) => sum + amount,
    0,
  )
  return html`<dl class="lines">
    ${invoice.lines.data.map(({ description, amount, period }) => html`<div><dt>${description ?? 'Subscription'}<span>${day(fromSeconds(period.start))} to ${day(fromSeconds(period.end))}</span></dt><dd>${money(amount, currency)}</dd></div>`)}
    ${discount > 0 && html`<div><dt>Discount</dt><dd>−${money(discount, currency)}</dd></div>`}
    <div class="total"><dt>Total</dt><dd>${money(invoice.total, currency)}</dd></div>
    ${invoice.amount_paid > 0 && html`<div><dt>Amount paid</dt><dd>${money(invoice.amount_paid, currency)}</dd></div>`}
  </dl>`
}

function payForm(address: string, invoice: Stripe.Invoice, errors: FormErrors, filled: Form): Html {
  return html`${errorSummary(errors)}
    <form method="post" action="${address}" novalidate data-once><h2>Pay by card</h2>
      ${cardFields(errors, filled)}
      <button class="main" data-busy="Processing …">Pay ${money(invoice.amount_remaining, invoice.currency)}</button>
    </form>`
}
