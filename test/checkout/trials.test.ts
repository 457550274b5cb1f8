import { beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { recordTrialOfAddress } from '#app/membership/server/subscription/trials.ts'
import { purchase } from '#test/payments/purchases.ts'
import { createPerson } from '#test/support/factories.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { mailsTo } from '#test/support/paying/membership.ts'
import { withTrouble } from '#test/support/paying/payer.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useTestApp } from '#test/support/test-app.ts'
import {
  type Buyer,
  changeCardTo,
  chargesAt,
  checkoutOf,
  DAY,
  join,
  openBuyer,
  rowOf,
  subscriptionOf,
} from './buyers.ts'

const app = useTestApp({ hasPayments: true })
beforeEach(() => app.db.deleteFrom('trials').execute())

/** Expects a refusal: the buyer is told, cancelled at once and never charged, not even later. */
async function expectRefused(buyer: Buyer, sessionId: string) {
  const charges = chargesAt(app)
  expect(await buyer.verify(sessionId)).toMatchObject({
    valid: false,
    code: 'trial-used',
    error: expect.stringContaining('Nothing was charged'),
  })
  const subscriptionId = await subscriptionOf(app, sessionId)
  expect(await rowOf(app, subscriptionId)).toMatchObject({ status: 'canceled', userId: null })
  expect((await buyer.complete(sessionId)).statusCode).toBe(400)
  const atProvider = await app.ctx.payments.stripe.subscriptions.retrieve(subscriptionId)
  expect(atProvider.status).toBe('canceled')
  expect(chargesAt(app)).toEqual(charges)

  const next = await buyer.open()
  expect([next.statusCode, next.json()]).toMatchObject([200, { isTrial: false }])
  expect(next.json().id).not.toBe(sessionId)
}

describe('a trial is complete with nothing paid', () => {
  test('and no payment is waited for', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin()
    app.payments.pay(sessionId, buyer.email)
    const session = await app.ctx.payments.stripe.checkout.sessions.retrieve(sessionId)
    expect(session).toMatchObject({ payment_status: 'no_payment_required', payment_intent: null })
    expect(await buyer.verify(sessionId)).toMatchObject({
      valid: true,
      amountTotal: 0,
      currency: 'usd',
    })
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
    expect(await buyer.subscription()).toMatchObject({ status: 'trialing', isMember: true })
  })
})

describe('there is one trial', () => {
  test.each([
    ['for an address, however it is spelt', (email: string) => ` ${email.toUpperCase()} `, true],
    ['for a card, whoever types it', () => undefined, false],
  ])('%s', async (_what, spell, hasOtherCard) => {
    const first = await join(app)
    const buyer = openBuyer(app, { email: first.email })
    const sessionId = await buyer.begin()
    const email = spell(first.email) ?? 'somebody-new@buyers.test'
    app.payments.pay(sessionId, email, hasOtherCard ? CARDS.alsoGood : CARDS.good)
    await expectRefused(buyer, sessionId)
    expect(await first.subscription()).toMatchObject({ status: 'trialing', isMember: true })
  })

  test('for a card, also of somebody who is signed in', async () => {
    await join(app)
    const person = await createPerson(app.ctx)
    const buyer = openBuyer(app, { person })
    const sessionId = await buyer.begin()
    app.payments.pay(sessionId, person.email)
    await app.payments.deliverAll()
    await expectRefused(buyer, sessionId)
    expect(await buyer.subscription()).toMatchObject({ isMember: false })
    const templates = (await mailsTo(app.ctx, person.email)).map(({ template }) => template)
    expect(templates).toEqual(['trial-refused'])
  })

  test('and who is on it keeps it with a card that has had another one', async () => {
    const draft = { isTrial: true, card: CARDS.alsoGood }
    await purchase(app, { buyer: await createPerson(app.ctx), ...draft })
    const person = await createPerson(app.ctx)
    const { subscriptionId } = await purchase(app, { buyer: person, isTrial: true })
    await app.payments.deliverAll()
    await changeCardTo(app, openBuyer(app, { person }), CARDS.alsoGood)
    expect(await rowOf(app, subscriptionId)).toMatchObject({
      status: 'trialing',
      cardLast4: '4444',
    })
    expect((await mailsTo(app.ctx, person.email)).map(({ template }) => template)).toEqual([
      'trial-started',
    ])
  })

  test('and the page that was open with it is not given again once it is used', async () => {
    const person = await createPerson(app.ctx)
    const buyer = openBuyer(app, { person })
    const first = (await buyer.open()).json()
    expect(first).toMatchObject({ isTrial: true })
    const used = { email: person.email, subscriptionId: 'sub_elsewhere', startedAt: new Date() }
    await app.db.transaction().execute((trx) => recordTrialOfAddress(trx, used))
    const next = (await buyer.open()).json()
    expect(next).toMatchObject({ isTrial: false })
    expect(next.id).not.toBe(first.id)
  })

  test('for an address, which a stranger who pays with it and leaves does not use up', async () => {
    const address = 'owner-of-the-address@buyers.test'
    const stranger = openBuyer(app)
    const theirs = await stranger.begin()
    app.payments.pay(theirs, address, CARDS.alsoGood)
    expect(await stranger.verify(theirs)).toMatchObject({ valid: true })

    const owner = openBuyer(app, { email: address })
    const sessionId = await owner.begin()
    app.payments.pay(sessionId, address)
    expect(await owner.verify(sessionId)).toMatchObject({ valid: true, amountTotal: 0 })
    expect((await owner.complete(sessionId)).statusCode).toBe(200)
    expect(await owner.subscription()).toMatchObject({ status: 'trialing', isMember: true })

    // From here on the trial is used up: the next buyer with this address is refused.
    const next = openBuyer(app, { email: address })
    const again = await next.begin()
    app.payments.pay(again, address, CARDS.anotherGood)
    await expectRefused(next, again)
  })

  test('for an address, which is not flooded with mails about it', async () => {
    const victim = (await join(app)).email
    const refusals = async () =>
      (await mailsTo(app.ctx, victim)).filter(({ template }) => template === 'trial-refused')
    for (let time = 0; time < 3; time += 1) {
      const stranger = openBuyer(app)
      const sessionId = await stranger.begin()
      app.payments.pay(sessionId, victim)
      await expectRefused(stranger, sessionId)
    }
    expect(await refusals()).toHaveLength(1)
  })

  test('for a person: whoever comes back pays at once, and the page says so', async () => {
    const joined = await join(app)
    await joined.act('cancel')
    app.payments.processor.advance(4 * DAY)
    await app.payments.deliverAll()
    expect(await joined.subscription()).toMatchObject({ status: 'canceled' })

    const again = await joined.open()
    expect(again.json()).toMatchObject({ isTrial: false })
    app.payments.pay(again.json().id, joined.email)
    expect(await joined.verify(again.json().id)).toMatchObject({ amountTotal: ANNUAL_CENTS })
    expect(await joined.subscription()).toMatchObject({ status: 'active', isMember: true })
  })

  test('for a person, from whatever browser they sign in', async () => {
    const joined = await join(app)
    await app.ctx.payments.stripe.subscriptions.cancel(joined.subscriptionId)
    await app.payments.deliverAll()
    const cookie = `session=${joined.browser.cookies.get('session')}`
    expect((await openBuyer(app, { cookie }).open()).json()).toMatchObject({ isTrial: false })
  })

  test('for a browser, whatever it is called the next time', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin()
    app.payments.pay(sessionId, buyer.email)
    await buyer.complete(sessionId)
    await app.ctx.payments.stripe.subscriptions.cancel(await subscriptionOf(app, sessionId))
    await app.payments.deliverAll()
    await buyer.browser.post('/api/logout')
    expect((await buyer.open()).json()).toMatchObject({ isTrial: false })
  })

  test('of two that begin in the same moment with one card', async () => {
    const buyers = [openBuyer(app), openBuyer(app)]
    const ids = await Promise.all(buyers.map((buyer) => buyer.begin()))
    for (const [n, id] of ids.entries()) app.payments.pay(id, buyers[n]?.email ?? '')
    const verified = await Promise.all(buyers.map((buyer, n) => buyer.verify(ids[n] ?? '')))
    expect(verified.map(({ valid }) => valid).toSorted()).toEqual([false, true])
    expect(verified.find(({ valid }) => !valid)?.code).toBe('trial-used')
  })
})

test('a second trial is ended later when the provider is away, and opens nothing until then', async () => {
  await join(app)
  const person = await createPerson(app.ctx)
  const buyer = openBuyer(app, { person })
  const sessionId = await buyer.begin()
  app.payments.pay(sessionId, person.email)
  // The provider answers every read; it carries out each change, but responds with an error.
  await withTrouble(app, { failAfterWork: true }, async () => {
    expect(await buyer.verify(sessionId)).toMatchObject({ valid: false, code: 'trial-used' })
  })
  expect(await buyer.subscription()).toMatchObject({ isMember: false })
  await reconcile(app.ctx)
  const subscriptionId = await subscriptionOf(app, sessionId)
  expect(await rowOf(app, subscriptionId)).toMatchObject({ status: 'canceled' })
  expect(await checkoutOf(app, sessionId)).toMatchObject({ status: 'trial-refused' })
})

test('whoever refuses to wait for the end of the trial can try again after a refusal, and pays', async () => {
  await join(app)
  const buyer = openBuyer(app)
  const refused = await buyer.begin()
  app.payments.pay(refused, buyer.email)
  await buyer.verify(refused)
  const sessionId = await buyer.begin()
  app.payments.pay(sessionId, buyer.email)
  expect(await buyer.verify(sessionId)).toMatchObject({ valid: true, amountTotal: ANNUAL_CENTS })
  expect((await buyer.complete(sessionId)).statusCode).toBe(200)
  expect(await buyer.subscription()).toMatchObject({ status: 'active', isMember: true })
})
