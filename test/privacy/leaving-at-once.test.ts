import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#app/accounts/server/passwords/passwords.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { chargesAt, openBuyer, subscriptionOf } from '#test/checkout/buyers.ts'
import { useUnsteadyApp } from '#test/checkout/unsteady-app.ts'
import { openCheckout, purchase } from '#test/payments/purchases.ts'
import { askMeanwhile } from '#test/support/databases/lock-waits.ts'
import { createPerson, createSubscription } from '#test/support/factories.ts'
import { MONTHLY_CENTS } from '#test/support/offer.ts'
import { mailsTo } from '#test/support/paying/membership.ts'
import { forgetThrottles } from '#test/support/unthrottled-app.ts'
import { accountOf, buy, leave, outcome, subscriptionAt } from './leaving.ts'
import { findTraces } from './traces.ts'

const { app, provider } = await useUnsteadyApp({
  extend: (http, ctx) => {
    http.get('/planted/late-event', { config: { access: 'everyone' } }, async () => {
      const event = { type: 'sign-in', data: '{}', happenedAt: ctx.now() }
      await ctx.db
        .insertInto('events')
        .values({ ...event, userId: 'nobody-any-more' })
        .execute()
      return 'written'
    })
  },
})
beforeEach(() => forgetThrottles(app))

type Gone = Pick<Awaited<ReturnType<typeof buy>>, 'id' | 'email' | 'subscriptionId'>

/** Expects that nothing is left once all events have arrived, including repeated and late ones. */
async function expectGone({ id, email, subscriptionId }: Gone) {
  await app.payments.deliverAll()
  // As if no event had been received yet.
  for (const table of ['webhookEvents', 'payments'] as const) {
    await app.db.deleteFrom(table).execute()
  }
  await app.db.deleteFrom('mails').where('recipient', '=', '').execute()
  for (const { event } of app.payments.processor.events()) app.payments.processor.resend(event.id)
  await app.payments.deliverAll()
  await reconcile(app.ctx)
  expect((await subscriptionAt(app, subscriptionId)).status).toBe('canceled')
  expect(await findTraces(app.db, [id])).toEqual([])
  const mails = await mailsTo(app.ctx, email)
  expect(mails.map(({ template }) => template)).toEqual(['account-deleted'])
  expect(await findTraces(app.db, [email])).toEqual(['mails.recipient'])
  const [row] = await app.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .execute()
  expect(row).toMatchObject({ status: 'canceled', userId: null, cardLast4: null })
}

describe('what is told late changes nothing any more', () => {
  test('the webhooks of the end, repeated, and then reconciliation', async () => {
    const person = await buy(app)
    expect(outcome(await leave(app, person))).toBe('200')
    await expectGone(person)
  })

  test('the webhooks of the beginning, when nothing had been heard before', async () => {
    const person = await createPerson(app.ctx)
    const bought = await purchase(app, { buyer: person, isTrial: true })
    expect(outcome(await leave(app, person))).toBe('200')
    await app.db.deleteFrom('trials').execute()
    await expectGone({ ...person, ...bought })
  })

  test.each([['the deletion'], ['the webhook'], ['reconciliation']])(
    'all at once, %s first',
    async (first) => {
      const person = await createPerson(app.ctx)
      const bought = await purchase(app, { buyer: person })
      const leaving = async () => expect(outcome(await leave(app, person))).toBe('200')
      const telling = () => app.payments.deliverAll()
      const looking = () => reconcile(app.ctx)
      const all = { 'the deletion': leaving, 'the webhook': telling, reconciliation: looking }
      const order = Object.entries(all).toSorted(([name]) => (name === first ? -1 : 1))
      await Promise.all(order.map(([, work]) => work()))
      await expectGone({ ...person, ...bought })
    },
  )
})

describe('a provider that fails once it has been asked to end something', () => {
  test('has answered all that is needed', async () => {
    const person = await buy(app)
    await app.payments.deliverAll()
    provider.answer(/^DELETE /, (answer) => {
      provider.next(/./, 'fails', 30)
      return answer
    })
    expect(outcome(await leave(app, person))).toBe('200')
    provider.calm()
    await expectGone(person)
  })

  test('may have ended it, and that is what is said', async () => {
    const person = await buy(app)
    provider.next(/^DELETE /, 'fails after the work')
    const response = await leave(app, person)
    expect([outcome(response), response.json().error]).toEqual([
      '503 membership-not-ended',
      'Your membership may have ended already, but your account was not deleted. Try again in a few minutes to finish.',
    ])
    expect((await subscriptionAt(app, person.subscriptionId)).status).toBe('canceled')
    expect(outcome(await leave(app, person))).toBe('200')
    await expectGone(person)
  })
})

test('two tabs at once both succeed, and one mail says so', async () => {
  const person = await buy(app)
  const answers = await Promise.all([leave(app, person), leave(app, person)])
  for (const answer of answers) expect(outcome(answer)).toMatch(/^(200|401 sign-in-required)$/)
  expect(answers.map(outcome)).toContain('200')
  await expectGone(person)
})

test('a password that is another one by then deletes nothing', async () => {
  const person = await createPerson(app.ctx)
  const passwordHash = await hashPassword('another-password-1')
  const asked = await askMeanwhile(
    app.db,
    (trx) => trx.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute(),
    () => leave(app, person),
  )
  expect(outcome(asked)).toBe('403 wrong-password')
  expect(await accountOf(app, person.id)).toHaveLength(1)
})

test('what begins while the account is about to go is ended as well', async () => {
  const person = await buy(app)
  let second: Promise<{ id: string }> | undefined
  provider.answer(/^GET \/v1\/subscriptions\/sub_/, async (answer) => {
    second ??= createSubscription(app.ctx, person, { status: 'active' })
    // It exists before the answer arrives; otherwise it would belong to nobody.
    await second
    return answer
  })
  expect(outcome(await leave(app, person))).toBe('200')
  const { id } = (await second) as { id: string }
  const [row] = await app.db.selectFrom('subscriptions').selectAll().where('id', '=', id).execute()
  expect(row).toMatchObject({ status: 'canceled', userId: null })
  await expectGone(person)
})

test.each([['has told us'], ['tells us later']])(
  'what is paid at an open page while the account goes is paid back, and the provider %s',
  async (when) => {
    const person = await createPerson(app.ctx)
    const { sessionId } = await openCheckout(app, { buyer: person, plan: 'monthly' })
    await openCheckout(app, { buyer: person })
    let telling: Promise<void> | undefined
    provider.answer(/^POST .*\/expire$/, async (answer) => {
      if (telling) return answer
      app.payments.pay(sessionId, person.email)
      telling = when === 'has told us' ? app.payments.deliverAll() : Promise.resolve()
      await telling
      return answer
    })
    expect(outcome(await leave(app, person))).toBe('200')
    const subscriptionId = await subscriptionOf(app, sessionId)
    expect((await subscriptionAt(app, subscriptionId)).status).toBe('canceled')
    expect(chargesAt(app)[0]).toBe(0)
    const [told] = await mailsTo(app.ctx, person.email)
    expect(told).toMatchObject({ data: { hadMembership: true, isPaidBack: true } })
    await app.payments.deliverAll()
    const paid = await app.db
      .selectFrom('payments')
      .selectAll()
      .where('subscriptionId', '=', subscriptionId)
      .execute()
    expect(paid).toMatchObject([
      { amountCents: MONTHLY_CENTS, refundedCents: MONTHLY_CENTS, userId: null },
    ])
    await expectGone({ ...person, subscriptionId })
  },
)

describe('a page that was being opened meanwhile', () => {
  test('and is paid at later is nobody’s membership yet', async () => {
    const { person, open } = await openInTheLastMoment()
    app.payments.pay(open.sessionId, person.email)
    await app.payments.deliverAll()
    const buyer = openBuyer(app, { cookie: open.cookie, email: person.email })
    expect(await buyer.verify(open.sessionId)).toMatchObject({ valid: true, isLinked: false })
    const made = await buyer.complete(open.sessionId)
    expect(made.json()).toMatchObject({ success: true, user: { isNewUser: true } })
    expect(await buyer.subscription()).toMatchObject({ isMember: true })
  })

  test('and is never paid at tells nothing of who would have', async () => {
    const { person } = await openInTheLastMoment()
    app.payments.processor.advance(25 * 60 * 60)
    await app.payments.deliverAll()
    await reconcile(app.ctx)
    expect(await findTraces(app.db, [person.id])).toEqual([])
    expect(await findTraces(app.db, [person.email])).toEqual(['mails.recipient'])
  })

  /** The provider has opened it, but its answer is still on the way when the account is deleted. */
  async function openInTheLastMoment() {
    const person = await createPerson(app.ctx)
    const open = await openCheckout(app, { buyer: person })
    await app.db
      .updateTable('checkouts')
      .set({ sessionId: null, url: null })
      .where('id', '=', open.checkoutId)
      .execute()
    expect(outcome(await leave(app, person))).toBe('200')
    expect(await findTraces(app.db, [person.id])).toEqual([])
    return { person, open }
  }
})

test('a request of an account that has gone meanwhile is one of nobody, not a failure', async () => {
  expect(outcome(await app.inject({ url: '/planted/late-event' }))).toBe('401 sign-in-required')
})
