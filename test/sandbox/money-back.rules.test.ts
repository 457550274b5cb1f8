import { describe, expect, test } from 'vitest'
import { buy, CARDS, eventTypes } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'

const { shop, prices, read } = usePricedShop()

describe('money back', () => {
  const chargeOf = async (invoiceId: string) => {
    const { data } = await shop.stripe.invoicePayments.list({ invoice: invoiceId })
    const intent = await shop.stripe.paymentIntents.retrieve(
      String(data[0]?.payment.payment_intent),
    )
    return { intent: intent.id, charge: String(intent.latest_charge) }
  }

  test('in parts, never more than was paid, and the subscription goes on', async () => {
    const { invoiceId, subscriptionId } = await buy(shop, prices.monthly)
    const { intent, charge } = await chargeOf(invoiceId)
    const part = await shop.stripe.refunds.create({ payment_intent: intent, amount: 300 })
    expect(part).toMatchObject({ amount: 300, status: 'succeeded', charge })
    await expect(shop.stripe.refunds.create({ charge, amount: 501 })).rejects.toMatchObject({
      statusCode: 400,
    })
    shop.processor.refund(charge)
    expect(await shop.stripe.charges.retrieve(charge)).toMatchObject({
      refunded: true,
      amount_refunded: 800,
    })
    await expect(shop.stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    expect((await read(subscriptionId)).status).toBe('active')
    expect(eventTypes(shop, charge).filter((type) => type === 'charge.refunded')).toHaveLength(2)
  })

  test('which the bank sends back is the shop’s again, and goes out once more', async () => {
    const number = CARDS.sendsRefundsBack
    const { invoiceId } = await buy(shop, prices.monthly, { number })
    const { charge } = await chargeOf(invoiceId)
    const refund = await shop.stripe.refunds.create({ charge })
    expect(refund.status).toBe('succeeded')
    shop.processor.advance(25 * 3600)
    expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await shop.stripe.charges.retrieve(charge)).toMatchObject({
      refunded: false,
      amount_refunded: 0,
    })
    expect(eventTypes(shop, refund.id).toSorted()).toEqual([
      'charge.refund.updated',
      'refund.created',
      'refund.failed',
      'refund.updated',
    ])
    expect(() => shop.processor.failRefund(refund.id)).toThrow('has failed already')
    await shop.stripe.refunds.create({ charge })
  })

  test('by the bank', async () => {
    const { invoiceId } = await buy(shop, prices.monthly)
    const { charge } = await chargeOf(invoiceId)
    shop.processor.openDispute(charge)
    const { data } = await shop.stripe.disputes.list({ charge })
    expect(data).toMatchObject([{ status: 'needs_response', amount: 800 }])
    expect((await shop.stripe.charges.retrieve(charge)).disputed).toBe(true)
    expect(eventTypes(shop, charge)).toContain('charge.dispute.created')
  })
})
