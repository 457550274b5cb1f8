import { describe, expect, test } from 'vitest'
import { answer, buy, CARDS, card, DAY, eventTypes, HOUR, TRIAL } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'

const { shop, prices, read, invoices, lastEvent } = usePricedShop()

describe('a renewal', () => {
  test('comes month by month, also on the 31st', async () => {
    const { subscriptionId } = await buy(shop, prices.monthly)
    for (let month = 0; month < 12; month += 1) shop.processor.advance(31 * DAY)
    const { data } = await shop.stripe.invoices.list({ subscription: subscriptionId, limit: 100 })
    expect(data.length).toBeGreaterThanOrEqual(12)
    expect(data.every(({ status }) => status === 'paid')).toBe(true)
    const starts = data.map(({ lines }) => lines.data[0]?.period.start ?? 0)
    expect(new Set(starts).size).toBe(starts.length)
    const { items } = await read(subscriptionId)
    expect(items.data[0]?.current_period_end).toBeGreaterThan(shop.processor.now().getTime() / 1000)
  })

  test('that fails is tried again three times over days, and then it is over', async () => {
    const { subscriptionId } = await buy(shop, prices.annual, {
      ...TRIAL,
      number: CARDS.failsLater,
    })
    shop.processor.advance(3 * DAY + 2 * HOUR)
    expect((await read(subscriptionId)).status).toBe('past_due')
    const [open] = await invoices(subscriptionId)
    expect(open).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 9700 })
    expect(open?.hosted_invoice_url).toBe(`http://shop.test/sandbox/invoices/${open?.id}`)
    const counts = []
    for (let left = open?.next_payment_attempt; left; ) {
      shop.processor.advance(left - shop.processor.now().getTime() / 1000 + 1)
      const [next] = await invoices(subscriptionId)
      counts.push(next?.attempt_count)
      left = next?.next_payment_attempt ?? null
    }
    expect(counts).toEqual([2, 3, 4])
    expect(await read(subscriptionId)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    const failures = eventTypes(shop, subscriptionId).filter((e) => e === 'invoice.payment_failed')
    expect(failures).toHaveLength(4)
  })

  test('that failed is settled by a new card in the portal', async () => {
    const { subscriptionId, customerId } = await buy(shop, prices.annual, {
      ...TRIAL,
      number: CARDS.failsLater,
    })
    shop.processor.advance(4 * DAY)
    const portal = await shop.stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: 'http://shop.test/account',
    })
    expect(shop.processor.replaceCard(portal.id, card(CARDS.declined)).kind).toBe('declined')
    expect((await read(subscriptionId)).status).toBe('past_due')
    expect(shop.processor.replaceCard(portal.id, card())).toEqual({
      kind: 'done',
      redirectTo: 'http://shop.test/account',
    })
    expect((await read(subscriptionId)).status).toBe('active')
    expect((await invoices(subscriptionId))[0]).toMatchObject({ status: 'paid', amount_paid: 9700 })
    expect(lastEvent('customer.subscription.updated', subscriptionId)?.data).toMatchObject({
      previous_attributes: { status: 'past_due' },
    })
  })

  test('that failed can be paid at the page of its invoice', async () => {
    const { subscriptionId } = await buy(shop, prices.annual, {
      ...TRIAL,
      number: CARDS.failsLater,
    })
    shop.processor.advance(4 * DAY)
    const [open] = await invoices(subscriptionId)
    const id = String(open?.id)
    expect(shop.processor.payInvoice(id, card(CARDS.noFunds))).toMatchObject({ kind: 'declined' })
    const asked = shop.processor.payInvoice(id, card(CARDS.asksOnce))
    expect(answer(shop, asked, true)).toEqual({
      kind: 'done',
      redirectTo: String(open?.hosted_invoice_url),
    })
    expect((await read(subscriptionId)).status).toBe('active')
    expect(shop.processor.payInvoice(id, card()).kind).toBe('done')
  })

  test('may need the bank’s page, and says so', async () => {
    const { subscriptionId, customerId } = await startAsking(TRIAL)
    shop.processor.advance(3 * DAY + 2 * HOUR)
    expect((await read(subscriptionId)).status).toBe('past_due')
    expect(eventTypes(shop, customerId)).toEqual(
      expect.arrayContaining(['payment_intent.requires_action', 'invoice.payment_action_required']),
    )
    const [open] = await invoices(subscriptionId)
    await expect(shop.stripe.invoices.pay(String(open?.id))).rejects.toMatchObject({
      code: 'invoice_payment_intent_requires_action',
      statusCode: 402,
    })
    answer(shop, shop.processor.payInvoice(String(open?.id), card(CARDS.asksAlways)), true)
    expect((await read(subscriptionId)).status).toBe('active')
  })

  test('goes through by itself with a card whose owner was seen once', async () => {
    const { subscriptionId } = await startAsking(TRIAL, CARDS.asksOnce)
    shop.processor.advance(3 * DAY + 2 * HOUR)
    expect((await invoices(subscriptionId))[0]).toMatchObject({ status: 'paid' })
  })

  async function startAsking(params: object, number: string = CARDS.asksAlways) {
    const { id } = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: prices.annual, quantity: 1 }],
      success_url: 'http://shop.test/ok',
      ...params,
    })
    const by = { email: 'ann@example.test', card: card(number) }
    answer(shop, shop.processor.payCheckout(id, by), true)
    const session = await shop.stripe.checkout.sessions.retrieve(id)
    return {
      subscriptionId: String(session.subscription),
      customerId: String(session.customer),
    }
  }

  test('that is paid by a call fails with the bank’s words and is remembered', async () => {
    const { subscriptionId } = await buy(shop, prices.annual, {
      ...TRIAL,
      number: CARDS.failsLater,
    })
    shop.processor.advance(4 * DAY)
    const [open] = await invoices(subscriptionId)
    await expect(shop.stripe.invoices.pay(String(open?.id))).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'generic_decline',
    })
    const failures = eventTypes(shop, subscriptionId).filter((e) => e === 'invoice.payment_failed')
    expect(failures).toHaveLength(2)
    expect((await invoices(subscriptionId))[0]?.attempt_count).toBe(1)
  })
})
