import type Stripe from 'stripe'
import { moment, money } from '#sandbox/format.ts'
import { type Html, html } from '#sandbox/html.ts'
import type { Processor } from '#sandbox/payments/processor.ts'
import { consolePage, json, table } from './page.ts'

const KINDS = [
  'customer',
  'checkout.session',
  'subscription',
  'invoice',
  'payment_intent',
  'setup_intent',
  'charge',
  'refund',
  'dispute',
  'payment_method',
  'product',
  'price',
  'coupon',
  'billing_portal.session',
  'webhook_endpoint',
]

type Listed = ReturnType<Processor['objects']>[number]

/** The stored objects, newest first, as the API returns them. */
export function objectsPage(processor: Processor, kind: string | undefined): string {
  const all = processor.objects(kind)
  const actions = ACTIONS[kind ?? '']
  return consolePage(
    processor,
    '/objects',
    'Objects',
    html`<nav class="kinds" aria-label="Kinds"><ul>
      <li><a href="/sandbox/payments/objects" ${kind === undefined && html`aria-current="page"`}>all</a></li>
      ${KINDS.map((each) => html`<li><a href="?kind=${each}" ${each === kind && html`aria-current="page"`}>${each}</a></li>`)}</ul></nav>
    ${
      all.length === 0
        ? html`<p class="soft">There are none.</p>`
        : table(
            'Objects',
            ['Created (UTC)', 'Object', 'What it says', ...(actions ? [''] : [])],
            all.map((each) => objectRow(each, actions)),
          )
    }`,
  )
}

type Actions = (value: never) => Html | undefined

function objectRow({ kind, id, createdAt, json: value }: Listed, actions?: Actions): Html {
  return html`<tbody><tr><td>${moment(createdAt)}</td>
    <td><strong>${kind}</strong><br><code>${id}</code></td>
    <td>${summary(value as Summarized)}</td>
    ${actions && html`<td>${actions(value as never)}</td>`}</tr>
    <tr class="more"><td colspan="${actions ? 4 : 3}">${json('JSON', value)}</td></tr></tbody>`
}

/** The fields listed for any kind of object. */
type Summarized = Partial<{
  status: string
  email: string
  customer_email: string
  name: string
  lookup_key: string
  billing_reason: string
  url: string
  amount: number
  amount_total: number
  total: number
  unit_amount: number
  amount_off: number
  currency: string
  cancel_at: number
  card: { brand: string; last4: string }
  hosted_invoice_url: string
}>

function summary(value: Summarized): Html {
  const cents =
    value.amount ?? value.amount_total ?? value.total ?? value.unit_amount ?? value.amount_off
  const words = [
    value.email ?? value.customer_email,
    value.name,
    value.lookup_key,
    value.billing_reason,
  ]
  return html`${value.status && html`<span class="badge ${value.status}">${value.status}</span> `}
    ${typeof cents === 'number' && html`<span class="cents">${money(cents, value.currency)}</span> `}
    ${value.card && html`${value.card.brand} ending in ${value.card.last4} `}
    ${words.filter((word) => typeof word === 'string').join(', ')}
    ${ownPage(value.hosted_invoice_url ?? value.url)}`
}

/** A link to a hosted page, if it is one of ours. */
function ownPage(address: string | undefined): Html | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return
  const { pathname } = new URL(address)
  if (!/^\/sandbox\/(checkout|invoices|portal)\//.test(pathname)) return
  return html` <a href="${pathname}">Open page</a>`
}

function chargeActions(charge: Stripe.Charge): Html | undefined {
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded') return
  return html`<div class="actions">
    ${
      left > 0
        ? html`<form method="post" action="/sandbox/payments/refund"><input type="hidden" name="id" value="${charge.id}">
      <input name="amount" aria-label="Amount to refund, all when empty" inputmode="decimal" pattern="\\d+(\\.\\d{1,2})?" placeholder="${(left / 100).toFixed(2)}" size="6"><button class="small">Refund</button></form>`
        : html`<span class="soft">Refunded</span>`
    }
    ${!charge.disputed && html`<form method="post" action="/sandbox/payments/dispute"><button class="small plain" name="id" value="${charge.id}">Dispute</button></form>`}</div>`
}

/** Makes a refund fail, as when the card no longer exists. */
function refundActions({ id, status }: Stripe.Refund): Html | undefined {
  if (status !== 'succeeded') return
  return html`<form method="post" action="/sandbox/payments/refund/fail" class="actions">
    <button class="small plain" name="id" value="${id}">The bank sends it back</button></form>`
}

/** The bank's decision on a dispute. */
function disputeActions({ id, status }: Stripe.Dispute): Html | undefined {
  if (status === 'won' || status === 'lost') return
  return html`<form method="post" action="/sandbox/payments/dispute/close" class="actions"><input type="hidden" name="id" value="${id}">
    <button class="small" name="outcome" value="won">The shop wins</button>
    <button class="small plain" name="outcome" value="lost">The shop loses</button></form>`
}

const ACTIONS: Record<string, Actions | undefined> = {
  charge: chargeActions,
  dispute: disputeActions,
  refund: refundActions,
  subscription: subscriptionActions,
}

/** Pauses payments, as the shop's staff can in the provider's dashboard. */
function subscriptionActions({ id, status, pause_collection: pause }: Stripe.Subscription) {
  if (status === 'canceled' || status === 'incomplete_expired') return
  return html`<form method="post" action="/sandbox/payments/pause"><button class="small plain" name="id" value="${id}">${pause ? 'Take payments again' : 'Pause payments'}</button></form>`
}
