import { describe, expect, test } from 'vitest'
import { buy, CARDS, card, DAY, eventTypes, HOUR, openCheckout, TRIAL } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'

const { shop, prices } = usePricedShop()

const pay = (id: string, number: string = CARDS.good) =>
  shop.processor.payCheckout(id, { email: 'ann@example.test', card: card(number) })

describe('a checkout that is paid', () => {
  test('with a trial takes nothing, keeps the card and begins the subscription', async () => {
    const opened = await openCheckout(shop, prices.annual, {
      ...TRIAL,
      client_reference_id: 'order-7',
      metadata: { order: '7' },
      subscription_data: { ...TRIAL.subscription_data, metadata: { order: '7' } },
    })
    expect(opened).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 0,
      client_reference_id: 'order-7',
      customer: null,
      subscription: null,
      url: `http://shop.test/sandbox/checkout/${opened.id}`,
    })
    expect(pay(opened.id)).toEqual({
      kind: 'done',
      redirectTo: `http://shop.test/success?session_id=${opened.id}`,
    })
    const session = await shop.stripe.checkout.sessions.retrieve(opened.id, {
      expand: ['subscription', 'customer'],
    })
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
      url: null,
      customer: { email: 'ann@example.test' },
      customer_details: { email: 'ann@example.test', name: 'Ann Buyer' },
      subscription: { status: 'trialing', metadata: { order: '7' }, cancel_at: null },
    })
    const about = String((session.customer as { id: string }).id)
    const types = eventTypes(shop, about)
    expect(types).toEqual(
      expect.arrayContaining([
        'customer.created',
        'payment_method.attached',
        'setup_intent.succeeded',
        'customer.subscription.created',
        'invoice.created',
        'invoice.finalized',
        'invoice.paid',
        'invoice.payment_succeeded',
        'checkout.session.completed',
      ]),
    )
    expect(types.filter((type) => /^(payment_intent|charge)\./.test(type))).toEqual([])
    const [invoice] = (await shop.stripe.invoices.list({ customer: about })).data
    expect(invoice).toMatchObject({ amount_due: 0, status: 'paid' })
  })

  test('without a trial takes the price at once', async () => {
    const { subscriptionId, invoiceId, customerId } = await buy(shop, prices.monthly)
    const subscription = await shop.stripe.subscriptions.retrieve(subscriptionId)
    expect(subscription).toMatchObject({ status: 'active', trial_end: null })
    const invoice = await shop.stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 800,
      attempt_count: 1,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscriptionId } },
    })
    expect(invoice.payments?.data[0]).toMatchObject({ status: 'paid', amount_paid: 800 })
    const types = eventTypes(shop, customerId)
    expect(types.indexOf('payment_intent.succeeded')).toBeLessThan(
      types.indexOf('customer.subscription.created'),
    )
  })

  test('with a discount takes less, for as many months as the discount says', async () => {
    const coupon = await shop.stripe.coupons.create({
      amount_off: 3000,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 12,
      name: 'Sale',
    })
    const params = { ...TRIAL, discounts: [{ coupon: coupon.id }] }
    const opened = await openCheckout(shop, prices.annual, params)
    expect(shop.processor.summarize(opened.id)).toMatchObject({
      productName: 'Club',
      interval: 'year',
      unitAmount: 9700,
      dueToday: 0,
      trialDays: 3,
      firstCharge: 6700,
      discount: { name: 'Sale', amountOff: 3000, months: 12 },
      isEmailFixed: false,
    })
    const { subscriptionId } = await buy(shop, prices.annual, params)
    shop.processor.advance(3 * DAY + 2 * HOUR)
    shop.processor.advance(366 * DAY)
    const { data } = await shop.stripe.invoices.list({ subscription: subscriptionId })
    expect(data.map(({ amount_paid: paid }) => paid)).toEqual([9700, 6700, 0])
    expect((await shop.stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1)
  })

  test('belongs to the customer that the shop named', async () => {
    const customer = await shop.stripe.customers.create({ email: 'known@example.test' })
    const opened = await openCheckout(shop, prices.monthly, { customer: customer.id })
    expect(shop.processor.summarize(opened.id)).toMatchObject({
      email: 'known@example.test',
      isEmailFixed: true,
    })
    shop.processor.payCheckout(opened.id, { email: 'other@example.test', card: card() })
    const session = await shop.stripe.checkout.sessions.retrieve(opened.id)
    expect(session.customer).toBe(customer.id)
    expect(session.customer_details?.email).toBe('known@example.test')
  })

  test('twice is paid once', async () => {
    const { id } = await openCheckout(shop, prices.monthly)
    const [first, second] = [pay(id), pay(id)]
    expect(second).toEqual(first)
    const session = await shop.stripe.checkout.sessions.retrieve(id)
    const { data } = await shop.stripe.charges.list({ customer: String(session.customer) })
    expect(data).toHaveLength(1)
  })
})

describe('a checkout that is not paid', () => {
  test('expires when the shop says so, and cannot be paid or expired after that', async () => {
    const { id } = await openCheckout(shop, prices.monthly)
    const expired = await shop.stripe.checkout.sessions.expire(id)
    expect(expired).toMatchObject({ status: 'expired', url: null })
    expect(pay(id)).toMatchObject({ kind: 'declined', code: 'checkout_session_expired' })
    await expect(shop.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  test('expires by itself at its hour', async () => {
    const expiresAt = Math.floor(shop.processor.now().getTime() / 1000) + HOUR
    const { id } = await openCheckout(shop, prices.monthly, { expires_at: expiresAt })
    shop.processor.advance(HOUR - 60)
    expect(shop.processor.findCheckout(id)?.status).toBe('open')
    shop.processor.advance(61)
    expect(shop.processor.findCheckout(id)?.status).toBe('expired')
    expect(eventTypes(shop, id)).toEqual(['checkout.session.expired'])
  })
})
