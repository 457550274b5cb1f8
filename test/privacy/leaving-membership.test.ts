import { beforeEach, describe, expect, test } from 'vitest'
import { chargesAt, openBuyer } from '#test/checkout/buyers.ts'
import { openCheckout, purchase } from '#test/payments/purchases.ts'
import { createPerson, type Person } from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'
import { withTrouble } from '#test/support/paying/payer.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { accountOf, buy, leave, outcome, subscriptionAt } from './leaving.ts'
import { findTraces, readEverything } from './traces.ts'

const app = useUnthrottledApp({ hasPayments: true })
// The sandbox has one card of each kind; in these tests everybody has their own.
beforeEach(() => app.db.deleteFrom('trials').execute())

const DAY = 24 * 60 * 60

describe('a membership is ended at the provider first', () => {
  test.each([
    ['that runs', {}, async () => {}],
    ['that is a trial', { isTrial: true }, async () => {}],
    [
      'that is past due',
      { isTrial: true, card: CARDS.failsLater, plan: 'monthly' as const },
      async () => {
        app.payments.processor.advance(4 * DAY)
        await app.payments.deliverAll()
      },
    ],
    [
      'that is ending',
      {},
      async ({ cookie }: Person) => {
        await app.as({ cookie }).inject({ method: 'POST', url: '/api/subscription/cancel' })
      },
    ],
  ])('%s', async (_, draft, then) => {
    const person = await buy(app, draft)
    await then(person)
    const before = await subscriptionAt(app, person.subscriptionId)
    expect(before.status).not.toBe('canceled')
    const charged = chargesAt(app)
    expect(outcome(await leave(app, person))).toBe('200')
    expect((await subscriptionAt(app, person.subscriptionId)).status).toBe('canceled')
    // The remaining time is not refunded, and nothing more is charged.
    expect(chargesAt(app)).toEqual(charged)
    expect(await accountOf(app, person.id)).toEqual([])
  })

  test('and a page that is open is one nobody can pay at any more', async () => {
    const person = await createPerson(app.ctx)
    const { sessionId } = await openCheckout(app, { buyer: person })
    expect(outcome(await leave(app, person))).toBe('200')
    expect(() => app.payments.pay(sessionId, person.email)).toThrow()
    expect(await findTraces(app.db, [sessionId])).toEqual([])
    await app.payments.deliverAll()
    expect(await findTraces(app.db, [person.id])).toEqual([])
  })

  test('also what was paid a moment ago and nobody has heard of yet', async () => {
    const person = await createPerson(app.ctx)
    const { subscriptionId } = await purchase(app, { buyer: person })
    expect(outcome(await leave(app, person))).toBe('200')
    expect((await subscriptionAt(app, subscriptionId)).status).toBe('canceled')
    await app.payments.deliverAll()
    expect(await accountOf(app, person.id)).toEqual([])
  })

  test('and while it does not answer nothing is changed', async () => {
    const person = await buy(app)
    await runJobs(app.ctx)
    const before = await readEverything(app.db)
    for (const each of ['throttles', 'pgboss.queue', 'pgboss.job']) before.delete(each)
    await withTrouble(app, { isDown: true }, async () => {
      const response = await leave(app, person)
      expect([response.statusCode, response.json()]).toMatchObject([
        503,
        {
          code: 'membership-not-ended',
          error:
            'Your membership could not be ended just now, so your account was not deleted. Try again in a few minutes.',
        },
      ])
      expect(response.headers['set-cookie'] ?? '').not.toMatch(/session=;/)
    })
    const after = await readEverything(app.db)
    for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows)
    expect((await subscriptionAt(app, person.subscriptionId)).status).toBe('active')
    expect(outcome(await leave(app, person))).toBe('200')
  })

  test('an answer that was lost on the way is no harm to the next try', async () => {
    const person = await buy(app)
    await withTrouble(app, { failAfterWork: true }, async () => {
      expect(['200', '503 membership-not-ended']).toContain(outcome(await leave(app, person)))
    })
    await app.payments.deliverAll()
    expect(['200', '401 sign-in-required']).toContain(outcome(await leave(app, person)))
    expect(await accountOf(app, person.id)).toEqual([])
  })
})

test.each([
  ['in it', true],
  ['in another one', false],
])('the browser that paid can pay again after the account is deleted %s', async (_, isThere) => {
  const email = `${isThere ? 'here' : 'there'}-${process.pid}@buyers.test`
  const { browser, ...buyer } = openBuyer(app, { email })
  const first = await buyer.begin({ priceId: 'monthly' })
  app.payments.pay(first, email)
  expect((await buyer.complete(first)).statusCode).toBe(200)
  const session = `session=${browser.cookies.get('session')}`
  const left = await leave(
    app,
    {
      cookie: isThere ? `${session}; co=${browser.cookies.get('co')}` : session,
    },
    'a-password-of-my-own',
  )
  expect(outcome(left)).toBe('200')
  const cleared = left.cookies.filter(({ expires }) => expires && expires.getTime() <= 0)
  expect(cleared.some(({ name }) => name === 'co')).toBe(isThere)
  await app.payments.deliverAll()

  browser.cookies.delete('session')
  if (isThere) browser.cookies.delete('co')
  const second = await buyer.begin({ priceId: 'monthly' })
  expect(second).not.toBe(first)
  app.payments.pay(second, `new-${email}`, CARDS.alsoGood)
  expect(await buyer.verify(second)).toMatchObject({ valid: true })
})

test.each([['before'], ['after']])(
  'whoever has paid in the same browser %s an account is deleted there can finish their own',
  async (when) => {
    const other = openBuyer(app)
    const sessionId = await other.begin()
    const pay = () => void app.payments.pay(sessionId, other.email)
    if (when === 'before') {
      pay()
      await app.payments.deliverAll()
    }
    const person = await createPerson(app.ctx)
    const shared = `${person.cookie}; co=${other.browser.cookies.get('co')}`
    const left = await leave(app, { cookie: shared })
    expect(outcome(left)).toBe('200')
    expect(left.cookies.map(({ name }) => name)).not.toContain('co')
    if (when === 'after') pay()
    expect(await other.verify(sessionId)).toMatchObject({ valid: true, isLinked: false })
    expect((await other.complete(sessionId)).statusCode).toBe(200)
  },
)

test('the same address can join anew, without a second trial', async () => {
  const email = `again-${process.pid}@buyers.test`
  const first = openBuyer(app, { email })
  const trial = await first.begin()
  app.payments.pay(trial, email)
  expect((await first.complete(trial)).statusCode).toBe(200)
  const cookie = `session=${first.browser.cookies.get('session')}`
  expect(outcome(await leave(app, { cookie }, 'a-password-of-my-own'))).toBe('200')
  await app.payments.deliverAll()

  // The browser of the purchase has nothing left to continue with.
  expect(await first.verify(trial)).toMatchObject({ valid: false, code: 'not-valid' })
  const again = openBuyer(app, { email })
  const second = await again.begin()
  app.payments.pay(second, email, CARDS.alsoGood)
  expect(await again.verify(second)).toMatchObject({ valid: false, code: 'trial-used' })
  const paid = await again.begin()
  app.payments.pay(paid, email, CARDS.alsoGood)
  expect(await again.verify(paid)).toMatchObject({ valid: true, isLinked: false })
  expect((await again.complete(paid)).json()).toMatchObject({ user: { isNewUser: true } })
  expect(await again.subscription()).toMatchObject({ status: 'active', isMember: true })
})
