import type Stripe from 'stripe'
import { buy } from './buying.ts'
import { checkOut, sellSomething } from './journey-buying.ts'
import { changeAndLeave, payAndFail } from './journey-subscriptions.ts'
import type { Shop } from './shop.ts'

/**
 * Makes every call of a subscription shop to the provider once, each with valid parameters. A
 * validating proxy between the library and the sandbox must find nothing to report.
 */
export async function walkThroughEverything(shop: Shop): Promise<void> {
  const prices = await sellSomething(shop)
  await checkOut(shop, prices.annual.id, prices.coupon.id)
  await payAndFail(shop, prices)
  await changeAndLeave(shop, prices)
  await moveMoneyBack(shop, prices.annual.id)
  await lookAround(shop)
}

async function moveMoneyBack(shop: Shop, priceId: string) {
  const { stripe, processor } = shop
  const { invoiceId } = await buy(shop, priceId, { email: 'gus@example.test' })
  const { data } = await stripe.invoicePayments.list({ invoice: invoiceId })
  const intentId = String(data[0]?.payment.payment_intent)
  await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
  })
  const intent = await stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge.refunds', 'payment_method'],
  })
  await stripe.refunds.create(
    { payment_intent: intentId, amount: 1000, reason: 'requested_by_customer' },
    { idempotencyKey: `refund-${intentId}` },
  )
  const chargeId = (intent.latest_charge as Stripe.Charge).id
  const refund = await stripe.refunds.create({ charge: chargeId, metadata: { why: 'all' } })
  await stripe.refunds.retrieve(refund.id, { expand: ['charge', 'payment_intent'] })
  await stripe.refunds.list({ payment_intent: intentId })
  await stripe.charges.retrieve(chargeId, { expand: ['payment_intent', 'customer'] })
  const other = await buy(shop, priceId, { email: 'hal@example.test' })
  const [payment] = (await stripe.invoicePayments.list({ invoice: other.invoiceId })).data
  const disputed = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent))
  processor.openDispute(String(disputed.latest_charge))
  const [dispute] = (await stripe.disputes.list({ charge: String(disputed.latest_charge) })).data
  await stripe.disputes.retrieve(String(dispute?.id))
}

async function lookAround({ stripe }: Shop) {
  const customer = await stripe.customers.create({
    email: 'ida@example.test',
    name: 'Ida',
    metadata: { user: '1' },
    address: { country: 'US', postal_code: '10001' },
  })
  await stripe.customers.update(customer.id, { email: 'ida2@example.test' })
  await stripe.customers.list({ email: 'ida2@example.test' })
  await stripe.customers.retrieve(customer.id, { expand: ['subscriptions'] })
  await stripe.customers.del(customer.id)
  await stripe.customers.retrieve(customer.id)

  const [charge] = (await stripe.charges.list({ limit: 1 })).data
  const buyer = String(charge?.customer)
  const cards = await stripe.paymentMethods.list({ customer: buyer, type: 'card' })
  await stripe.paymentMethods.retrieve(String(cards.data[0]?.id))
  await stripe.paymentMethods.attach(String(cards.data[0]?.id), { customer: buyer })
  await stripe.paymentIntents.list({ customer: buyer, limit: 3 })
  const setups = await stripe.events.list({ types: ['setup_intent.succeeded'], limit: 1 })
  const setup = setups.data[0]?.data.object as Stripe.SetupIntent
  await stripe.setupIntents.retrieve(setup.id)
  const events = await stripe.events.list({ limit: 2, delivery_success: false })
  await stripe.events.list({ created: { gte: 1 }, starting_after: String(events.data[0]?.id) })
  await stripe.events.retrieve(String(events.data[0]?.id))
  await stripe.subscriptions
    .retrieve('sub_unknown')
    .then(() => Promise.reject(new Error('There is no such subscription')))
    .catch((error: Stripe.StripeRawError) => {
      if (error.code !== 'resource_missing') throw error
    })
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/hook',
    enabled_events: ['invoice.paid'],
    api_version: '2026-10-28.endive',
  })
  await stripe.webhookEndpoints.list({ limit: 1 })
  await stripe.balance.retrieve()
  await stripe.billingPortal.configurations.list({ active: true, is_default: true, limit: 1 })
  await stripe.webhookEndpoints.del(endpoint.id)
}
