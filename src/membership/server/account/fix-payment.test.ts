import { describe, expect, test } from 'vitest'
import { countPayments, syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { createPerson } from '#test/support/factories.ts'
import { MONTHLY_CENTS } from '#test/support/offer.ts'
import { createPayer, type Payer } from '#test/support/paying/payer.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPayments: true })

const ask = (who: { cookie: string }, action: string) =>
  app.as(who).inject({ method: 'POST', url: `/api/subscription/${action}` })
const read = async (who: { cookie: string }, path = '') =>
  (await app.as(who).inject({ url: `/api/subscription${path}` })).json()

const card = (number: string) => ({ number, expMonth: 12, expYear: 2040, cvc: '123' })
const HOUR = 60 * 60

describe('a payment that did not go through', () => {
  test('is made good at its invoice, and the feed is open again', async () => {
    const payer = await createOverdue()
    const { latest_invoice } = await app.ctx.payments.stripe.subscriptions.retrieve(
      payer.subscriptionId,
    )
    const { url } = (await ask(payer, 'fix-payment')).json()
    expect(url).toContain(String(latest_invoice))

    app.payments.processor.payInvoice(String(latest_invoice), card(CARDS.alsoGood))
    await syncSubscription(app.ctx, payer.subscriptionId)
    expect(await read(payer)).toMatchObject({ status: 'active', isMember: true })
    expect(await read(payer, '/receipts')).toMatchObject([{ amount: 97, refunded: 0 }])
  })

  test('without an open invoice leads to the page for another card', async () => {
    const payer = await createPayer(app)
    const { url } = (await ask(payer, 'fix-payment')).json()
    expect(url).toContain('/sandbox/portal/')
  })

  test('is fixed by its owner alone: an address is made for no one else', async () => {
    await createOverdue()
    const person = await createPerson(app.ctx)
    expect((await ask(person, 'fix-payment')).statusCode).toBe(409)
    expect((await ask({ cookie: '' }, 'fix-payment')).statusCode).toBe(401)
  })
})

test('the page for another card leads back to the account, and its address is in no log', async () => {
  const payer = await createPayer(app)
  const { url } = (await ask(payer, 'portal')).json()
  const id = new URL(url).pathname.split('/').at(-1) ?? ''
  expect(app.payments.processor.findPortalSession(id)).toMatchObject({
    return_url: `${app.ctx.config.http.publicUrl}/account`,
  })
  expect(app.logLines.join('')).not.toContain(id)

  app.payments.processor.replaceCard(id, card(CARDS.alsoGood))
  await syncSubscription(app.ctx, payer.subscriptionId)
  expect(await read(payer)).toMatchObject({ card: { brand: 'mastercard', last4: '4444' } })
})

describe('receipts', () => {
  test('are what was paid, newest first, with what was given back', async () => {
    const payer = await createPayer(app, { plan: 'monthly' })
    app.payments.processor.advance(31 * 24 * HOUR + 2 * HOUR)
    await syncSubscription(app.ctx, payer.subscriptionId)
    const [first] = await app.db
      .selectFrom('payments')
      .selectAll()
      .where('userId', '=', payer.id)
      .orderBy('paidAt')
      .execute()
    await app.db
      .updateTable('payments')
      .set({ refundedCents: 350 })
      .where('invoiceId', '=', first?.invoiceId ?? '')
      .execute()

    const receipts = await read(payer, '/receipts')
    expect(receipts).toMatchObject([
      { amount: MONTHLY_CENTS / 100, refunded: 0, currency: 'usd' },
      { amount: MONTHLY_CENTS / 100, refunded: 3.5, currency: 'usd' },
    ])
    expect(Date.parse(receipts[0].paidAt)).toBeGreaterThan(Date.parse(receipts[1].paidAt))
    expect(receipts[0].url).toMatch(/^https?:/)
  })

  test('are also those of which nobody has told us, once, and no mail thanks for them', async () => {
    const payer = await createPayer(app, { plan: 'monthly' })
    app.payments.processor.advance(62 * 24 * HOUR + 2 * HOUR)
    await syncSubscription(app.ctx, payer.subscriptionId)
    expect(await read(payer, '/receipts')).toHaveLength(2)
    await countPayments(app.ctx, payer.subscriptionId)
    await countPayments(app.ctx, payer.subscriptionId)
    const receipts: Array<{ paidAt: string }> = await read(payer, '/receipts')
    const daysBetween = receipts.slice(1).map(({ paidAt }, index) => {
      const next = Date.parse(receipts[index]?.paidAt ?? '')
      return Math.round((next - Date.parse(paidAt)) / (24 * HOUR * 1000))
    })
    expect([daysBetween.length, daysBetween.every((days) => days >= 28 && days <= 31)]).toEqual([
      2,
      true,
    ])
    const thanks = app.db
      .selectFrom('mails')
      .select('id')
      .where('template', '=', 'receipt')
      .where('recipient', '=', payer.email)
    expect(await thanks.execute()).toHaveLength(2)
  })

  test('are nobody else’s', async () => {
    await createPayer(app)
    expect(await read(await createPerson(app.ctx), '/receipts')).toEqual([])
    const signedOut = await app.inject({ url: '/api/subscription/receipts' })
    expect(signedOut.statusCode).toBe(401)
  })
})

/** A payer whose card worked for the trial and fails at its end. */
async function createOverdue(): Promise<Payer> {
  const payer = await createPayer(app, { isTrial: true, card: CARDS.failsLater })
  app.payments.processor.advance(3 * 24 * HOUR + 2 * HOUR)
  await syncSubscription(app.ctx, payer.subscriptionId)
  expect(await read(payer)).toMatchObject({ status: 'past_due', isMember: false })
  return payer
}
