import { beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import type { Attempt } from '#sandbox/payments/processor.ts'
import { madeUpEvent, post } from '#test/payments/webhooks.ts'
import { createDeal } from '#test/support/factories.ts'
import { MONTHLY_CENTS } from '#test/support/offer.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { DAY, type Joined, join } from './buyers.ts'
import { useUnsteadyApp } from './unsteady-app.ts'

const { app, provider } = await useUnsteadyApp({ hasPages: true })
beforeAll(() => createDeal(app.ctx, { productName: 'Halcyon cape' }))

const HOUR = 60 * 60
const CHALLENGED = '4000002760003184'
const ANOTHER_CARD = { number: CARDS.alsoGood, expMonth: 1, expYear: 2041, cvc: '999' }

/** Advances the provider's clock and delivers its webhooks. */
async function pass(seconds: number) {
  app.payments.processor.advance(seconds)
  await app.payments.deliverAll()
}

async function expectOpen(member: Joined, status = 'active') {
  expect(await member.subscription()).toMatchObject({ status, isMember: true })
  expect(await member.names()).toContain('Halcyon cape')
}

async function expectLocked(member: Joined, status: string | null) {
  expect(await member.subscription()).toMatchObject({ status, isMember: false })
  expect(await member.names()).toEqual([])
}

async function openInvoice(member: Joined): Promise<string> {
  const { latest_invoice } = await app.ctx.payments.stripe.subscriptions.retrieve(
    member.subscriptionId,
  )
  return String(latest_invoice)
}

const receipts = async (member: Joined) =>
  (await member.browser.get('/api/subscription/receipts')).json()

describe('a renewal', () => {
  test('charges the trial once it is over, and every month after that', async () => {
    const member = await join(app, { plan: 'monthly' })
    await expectOpen(member, 'trialing')
    await pass(3 * DAY + 2 * HOUR)
    await expectOpen(member)
    expect(await receipts(member)).toMatchObject([{ amount: MONTHLY_CENTS / 100 }])
    await pass(31 * DAY + 2 * HOUR)
    await expectOpen(member)
    expect(await receipts(member)).toMatchObject([
      { amount: MONTHLY_CENTS / 100 },
      { amount: MONTHLY_CENTS / 100 },
    ])
  })

  test('is counted when it is paid, an hour after all else of it was heard', async () => {
    const member = await join(app)
    await pass(3 * DAY + 10 * 60)
    await expectOpen(member)
    expect(await receipts(member)).toEqual([])
    await pass(HOUR)
    expect(await receipts(member)).toMatchObject([{ amount: 97 }])
  })

  test('that fails locks at once, is said where it can be mended, and opens when it is paid', async () => {
    const member = await join(app, { card: CARDS.failsLater })
    await pass(3 * DAY + 2 * HOUR)
    await expectLocked(member, 'past_due')
    const feed = await member.browser.get('/daily-deals')
    expect(feed.body).toContain('Your last payment did not go through')
    expect(feed.body).not.toContain('Halcyon')
    const account = await member.browser.get('/account')
    expect(account.body).toContain('Past due')

    const { url } = (await member.act('fix-payment')).json()
    const invoiceId = await openInvoice(member)
    expect(url).toContain(invoiceId)
    expect(app.payments.processor.payInvoice(invoiceId, ANOTHER_CARD).kind).toBe('done')
    await app.payments.deliverAll()
    await expectOpen(member)
    expect(await receipts(member)).toMatchObject([{ amount: 97 }])
  })

  test('that fails for good ends it; whoever wants can join again', async () => {
    const member = await join(app, { card: CARDS.failsLater })
    for (const days of [3, 3, 5]) {
      await pass(days * DAY + 2 * HOUR)
      await expectLocked(member, 'past_due')
    }
    await pass(8 * DAY)
    await expectLocked(member, 'canceled')
    const again = await member.open()
    expect(again.json()).toMatchObject({ isTrial: false })
    expect(await receipts(member)).toEqual([])
  })

  test('whose bank wants to see the member waits for them, locked, and then goes on', async () => {
    const card = { number: CHALLENGED, expMonth: 1, expYear: 2041, cvc: '999' }
    const { processor } = app.payments
    const passBank = (attempt: Attempt) => {
      if (attempt.kind !== 'challenge') throw new Error(`The bank did not ask: ${attempt.kind}`)
      return processor.answerChallenge(attempt.challengeId, true)
    }
    const buyer = await join(app, {
      pay: (sessionId, email) => passBank(processor.payCheckout(sessionId, { email, card })),
    })
    await pass(3 * DAY + 2 * HOUR)
    await expectLocked(buyer, 'past_due')
    const events = processor.events().map(({ event }) => event.type)
    expect(events).toContain('invoice.payment_action_required')

    const invoiceId = await openInvoice(buyer)
    expect((await buyer.act('fix-payment')).json().url).toContain(invoiceId)
    const attempt = processor.payInvoice(invoiceId, card)
    await expectLocked(buyer, 'past_due')
    expect(passBank(attempt).kind).toBe('done')
    await app.payments.deliverAll()
    await expectOpen(buyer)
  })

  test('that nobody told us of is found by looking again', async () => {
    const member = await join(app, { plan: 'monthly' })
    await app.payments.deliverAll()
    app.payments.processor.setSwitches({ drop: true })
    app.payments.processor.advance(3 * DAY + 3 * HOUR)
    await app.payments.deliverAll()
    app.payments.processor.setSwitches({ drop: false })
    expect(await member.subscription()).toMatchObject({ status: 'trialing' })
    await reconcile(app.ctx)
    await expectOpen(member)
    expect(await receipts(member)).toHaveLength(1)
  })
})

describe('what the provider holds back', () => {
  const told = async ({ subscriptionId: id }: Joined) => {
    const type = 'customer.subscription.updated'
    await post(app, madeUpEvent({ type, data: { object: { id } } }))
  }

  test.each([
    ['paused', { status: 'paused' }, false],
    ['unpaid', { status: 'unpaid' }, false],
    ['incomplete', { status: 'incomplete' }, false],
    ['a word it has never used before', { status: 'resting' }, false],
    // Somebody has paused collection at the provider: the subscription goes on.
    ['not collected', { pause_collection: { behavior: 'void', resumes_at: null } }, true],
  ])('is locked or open by its status alone: %s', async (_what, change, isOpen) => {
    const member = await join(app)
    provider.answer(/^GET \/v1\/subscriptions\/sub_/, (answer) => ({ ...answer, ...change }))
    await told(member)
    expect(await member.subscription()).toMatchObject({ isMember: isOpen })
    expect(await member.names()).toHaveLength(isOpen ? 1 : 0)
    expect((await member.browser.get('/account')).statusCode).toBe(200)

    provider.calm()
    await told(member)
    await expectOpen(member, 'trialing')
  })

  test('a trial whose card is gone ends without a charge', async () => {
    const member = await join(app)
    const { stripe } = app.ctx.payments
    const subscription = await stripe.subscriptions.retrieve(member.subscriptionId)
    const { data } = await stripe.paymentMethods.list({ customer: String(subscription.customer) })
    for (const { id } of data) await stripe.paymentMethods.detach(id)
    await pass(3 * DAY + 2 * HOUR)
    await expectLocked(member, 'canceled')
    expect(await receipts(member)).toEqual([])
  })
})
