import type Stripe from 'stripe'
import { day, fromSeconds, money } from '#sandbox/format.ts'
import { type Html, html, standInPage } from '#sandbox/html.ts'
import { cardFields, errorSummary, type Form, type FormErrors } from './card-form.ts'
import { testCards } from './test-cards.ts'

type Portal = {
  address: string
  merchant: string
  returnUrl: string | null
  subscriptions: Stripe.Subscription[]
  invoices: Stripe.Invoice[]
  cardOf: (subscription: Stripe.Subscription) => Stripe.PaymentMethod | undefined
  planOf: (subscription: Stripe.Subscription) => string | undefined
  /** The customer was sent here to update the card. */
  isCardAsked: boolean
  now: Date
  /** Confirms the last action. */
  done?: string | undefined
  errors?: FormErrors
  filled?: Form
}

/** The billing portal: card, subscriptions, invoices, and a link back. */
export function portalPage(portal: Portal): string {
  const { address, merchant, returnUrl, errors = {}, filled = {} } = portal
  const isCardOpen = portal.isCardAsked || Object.keys({ ...errors, ...filled }).length > 0
  return standInPage({
    title: `Billing | ${merchant}`,
    kind: 'portal',
    hasScript: true,
    banner: testCards(address, portal.now),
    main: html`<main id="main">
      <p class="merchant">${returnUrl && html`<a href="${returnUrl}"><span aria-hidden="true">←</span> Return to ${merchant}</a>`}</p>
      <h1>Billing with ${merchant}</h1>
      ${portal.done && html`<p class="done" role="status">${portal.done}</p>`}
      <section><h2>Subscription</h2>
        ${portal.subscriptions.length === 0 && html`<p class="soft">You have no subscription.</p>`}
        ${portal.subscriptions.map((each) => subscription(portal, each))}</section>
      <section><h2>Payment method</h2>
        ${errorSummary(errors)}
        <details class="fold" ${isCardOpen && html`open`}><summary>Use another card</summary>
        <form method="post" action="${address}" novalidate data-once>
          ${cardFields(errors, filled)}
          <p class="terms">The new card pays every subscription here; an open invoice is tried again at once.</p>
          <button class="main" name="do" value="card" data-busy="Saving …">Save card</button></form></details></section>
      <section><h2>Invoices</h2>${invoices(portal.invoices)}</section></main>`,
  })
}

function subscription(portal: Portal, each: Stripe.Subscription): Html {
  const price = each.items.data[0]?.price
  const card = portal.cardOf(each)?.card
  return html`<article class="subscription">
    <h3>${portal.planOf(each) ?? price?.nickname ?? portal.merchant}</h3>
    <p class="price">${money(price?.unit_amount ?? 0, price?.currency)} per ${price?.recurring?.interval ?? 'period'}</p>
    <p>${standing(each)}</p>
    <p class="soft">${card ? html`Paid with <span class="brand">${card.brand}</span> ending in ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')} / ${card.exp_year}` : 'No card is stored.'}</p>
    ${actions(portal.address, each)}</article>`
}

/** The status in words for the customer. */
function standing(each: Stripe.Subscription): Html {
  const periodEnd = each.items.data[0]?.current_period_end
  const endsAt = each.cancel_at ?? (each.cancel_at_period_end ? periodEnd : undefined)
  if (each.status === 'canceled') return html`<strong>Ended</strong>`
  if (endsAt) return html`<strong>Cancels on ${day(fromSeconds(endsAt))}</strong>`
  if (each.status === 'past_due' || each.status === 'unpaid') {
    return html`<strong>Payment failed.</strong> Use another card below.`
  }
  if (each.status === 'trialing' && each.trial_end) {
    return html`<strong>Free trial</strong> until ${day(fromSeconds(each.trial_end))}`
  }
  return html`<strong>Active.</strong> ${periodEnd && html`Renews on ${day(fromSeconds(periodEnd))}`}`
}

function actions(
  address: string,
  { status, cancel_at, cancel_at_period_end }: Stripe.Subscription,
) {
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(status)) return
  const isEnding = cancel_at !== null || cancel_at_period_end
  return html`<form method="post" action="${address}" data-once>
    <button class="plain" name="do" value="${isEnding ? 'uncancel' : 'cancel'}">${isEnding ? 'Don’t cancel subscription' : 'Cancel subscription'}</button></form>`
}

function invoices(all: Stripe.Invoice[]): Html {
  if (all.length === 0) return html`<p class="soft">There are no invoices yet.</p>`
  return html`<ul class="invoices">${all.map(
    ({
      id,
      created,
      status,
      total,
      currency,
    }) => html`<li><a href="/sandbox/invoices/${encodeURIComponent(id ?? '')}">${day(fromSeconds(created))}</a>
      <span>${money(total, currency)}</span><span class="badge ${status}">${status}</span></li>`,
  )}</ul>`
}
