import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#app/server/tokens.ts'
import { openBrowser } from '#test/browser.ts'
import { chargesAt, openBuyer } from '#test/checkout/buyers.ts'
import { createPerson, PASSWORD, type Person } from '#test/factories.ts'
import { createPaidCheckout, mailsTo } from '#test/factories-membership.ts'
import { withTrouble } from '#test/factories-payer.ts'
import { readOutbox, runJobs } from '#test/jobs.ts'
import { openCheckout, purchase } from '#test/payments/purchases.ts'
import { CARDS } from '#test/payments.ts'
import { hangUpAll, listen } from '#test/sockets.ts'
import { forgetThrottles, useUnthrottledApp } from '#test/unthrottled-app.ts'
import { leave, outcome } from './leaving.ts'
import { payUnclaimed, plantPerson } from './planted-person.ts'
import { findTraces, readEverything } from './traces.ts'

const app = useUnthrottledApp({ hasPayments: true })
// The sandbox has one card of each kind; here everybody's is their own.
beforeEach(() => app.db.deleteFrom('trials').execute())

const DAY = 24 * 60 * 60
const liveAt = (id: string) => app.ctx.payments.stripe.subscriptions.retrieve(id)
const account = (id: string) =>
  app.db.selectFrom('users').where('id', '=', id).select('id').execute()

/** Somebody signed in who has paid, with everything that the provider told of it. */
async function buy(draft: { isTrial?: boolean; card?: string; plan?: 'annual' | 'monthly' } = {}) {
  const person = await createPerson(app.ctx)
  const bought = await purchase(app, { buyer: person, ...draft })
  await app.payments.deliverAll()
  return { ...person, ...bought }
}

describe('whoever deletes the account', () => {
  test('is gone from every table, and nobody else is touched', async () => {
    const other = await plantPerson(app)
    const person = await plantPerson(app)
    const { email } = person
    // Refused to the same address elsewhere, and to another one in the same browser.
    const refused = { status: 'trial-refused', subscriptionStatus: 'canceled' } as const
    await createPaidCheckout(app.ctx, { ...refused, email })
    const { binding } = person.checkout
    const elsewhere = await createPaidCheckout(app.ctx, { ...refused, binding })
    const before = await readEverything(app.db)
    const socket = await listen(app, { cookie: person.cookie })
    const response = await leave(app, person)
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }])

    const words = [other.id, other.email, other.checkout.id, other.checkout.subscriptionId]
    const after = await readEverything(app.db)
    for (const [table, rows] of before) {
      const others = rows.filter((row) => words.some((word) => JSON.stringify(row).includes(word)))
      expect(after.get(table), table).toEqual(expect.arrayContaining(others))
    }

    // One mail is still to go out, and the address goes with it.
    expect(await findTraces(app.db, [person.id, person.email])).toEqual(['mails.recipient'])
    await runJobs(app.ctx)
    expect(await findTraces(app.db, [person.id, person.email])).toEqual([])
    expect(await findTraces(app.db, [hashToken(binding), elsewhere.email])).toEqual([])
    const farewell = (await readOutbox(app.ctx)).filter(
      ({ to }) => to?.[0]?.address === person.email,
    )
    expect(farewell.map(({ subject }) => subject)).toEqual(['Your account is deleted'])

    expect(await socket.closed).toBe(1000)
    hangUpAll()
    expect((await app.as(person).inject({ url: '/api/user' })).statusCode).toBe(401)
    const cleared = response.cookies.filter(({ expires }) => expires && expires.getTime() <= 0)
    expect(cleared.map(({ name }) => name).toSorted()).toEqual(['device', 'session'])
  })

  test('leaves what the law keeps: payments by the provider’s references, and the hash of a trial', async () => {
    const { id, email, checkout, consentId } = await plantPerson(app)
    const { subscriptionId } = checkout
    expect(outcome(await leave(app, await signedIn(email)))).toBe('200')
    const [payment] = await app.db
      .selectFrom('payments')
      .selectAll()
      .where('subscriptionId', '=', subscriptionId)
      .execute()
    expect(payment).toMatchObject({ amountCents: 9700, userId: null, receiptUrl: null })
    const [kept] = await app.db
      .selectFrom('checkouts')
      .selectAll()
      .where('id', '=', checkout.id)
      .execute()
    const marks = [
      'email',
      'url',
      'consentId',
      'fbp',
      'fbc',
      'clientIp',
      'clientUserAgent',
      'sourceUrl',
    ]
    const none = Object.fromEntries(marks.map((mark) => [mark, null]))
    expect(kept).toMatchObject({ amountTotal: 9700, userId: null, claimedUserId: null, ...none })
    expect(await findTraces(app.db, [consentId])).toEqual([])
    const [row] = await app.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '=', subscriptionId)
      .execute()
    expect(row).toMatchObject({ status: 'canceled', cardLast4: null, userId: null })
    expect(await app.db.selectFrom('trials').select('kind').execute()).toEqual([{ kind: 'email' }])
    expect(await app.db.selectFrom('clicks').select('userId').execute()).not.toContainEqual({
      userId: id,
    })
  })

  async function signedIn(email: string) {
    const browser = openBrowser(app)
    await browser.post('/api/login', { email, password: PASSWORD })
    return { cookie: `session=${browser.cookies.get('session')}` }
  }
})

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
    const person = await buy(draft)
    await then(person)
    const before = await liveAt(person.subscriptionId)
    expect(before.status).not.toBe('canceled')
    const charged = chargesAt(app)
    expect(outcome(await leave(app, person))).toBe('200')
    expect((await liveAt(person.subscriptionId)).status).toBe('canceled')
    // Time that is left is not paid back, and nothing more is charged.
    expect(chargesAt(app)).toEqual(charged)
    expect(await account(person.id)).toEqual([])
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
    expect((await liveAt(subscriptionId)).status).toBe('canceled')
    await app.payments.deliverAll()
    expect(await account(person.id)).toEqual([])
  })

  test('and while it does not answer nothing is changed', async () => {
    const person = await buy()
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
    expect((await liveAt(person.subscriptionId)).status).toBe('active')
    expect(outcome(await leave(app, person))).toBe('200')
  })

  test('an answer that was lost on the way is no harm to the next try', async () => {
    const person = await buy()
    await withTrouble(app, { failAfterWork: true }, async () => {
      expect(['200', '503 membership-not-ended']).toContain(outcome(await leave(app, person)))
    })
    await app.payments.deliverAll()
    expect(['200', '401 sign-in-required']).toContain(outcome(await leave(app, person)))
    expect(await account(person.id)).toEqual([])
  })
})

test('what waits to be told of a payment that only shares the address still is', async () => {
  const person = await createPerson(app.ctx)
  await payUnclaimed(app, person.email)
  const before = await mailsTo(app.ctx, person.email)
  expect(outcome(await leave(app, person))).toBe('200')
  const after = await mailsTo(app.ctx, person.email)
  expect(after).toEqual([...before, expect.objectContaining({ template: 'account-deleted' })])
})

describe('it takes the password', () => {
  test('a wrong one changes nothing, and guessing is slowed down', async () => {
    const person = await createPerson(app.ctx)
    const answers = new Set<string>()
    for (let tries = 0; tries < 7; tries += 1) {
      answers.add(outcome(await leaveFrom('198.18.0.1', person, 'not-the-password')))
    }
    expect([...answers]).toEqual(['403 wrong-password', '429 too-many-requests'])
    expect(await account(person.id)).toHaveLength(1)
    await forgetThrottles(app)
    expect(outcome(await leave(app, person))).toBe('200')
  })

  test('and the token of our own page', async () => {
    const person = await createPerson(app.ctx)
    const without = await app.as(person).inject({
      method: 'DELETE',
      url: '/api/account',
      payload: { password: PASSWORD },
    })
    expect(outcome(without)).toBe('403 csrf')
    expect(await account(person.id)).toHaveLength(1)
  })

  async function leaveFrom(ip: string, { cookie }: Person, password: string) {
    const browser = openBrowser(app, cookie, ip)
    const { csrfToken } = (await browser.get('/api/csrf-token')).json()
    const sent = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    return app.inject({
      method: 'DELETE',
      url: '/api/account',
      remoteAddress: ip,
      headers: { cookie: sent, 'x-csrf-token': csrfToken },
      payload: { password },
    })
  }
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

test('the same address can join anew, without a second trial', async () => {
  const email = `again-${process.pid}@buyers.test`
  const first = openBuyer(app, { email })
  const trial = await first.begin()
  app.payments.pay(trial, email)
  expect((await first.complete(trial)).statusCode).toBe(200)
  const cookie = `session=${first.browser.cookies.get('session')}`
  expect(outcome(await leave(app, { cookie }, 'a-password-of-my-own'))).toBe('200')
  await app.payments.deliverAll()

  // The browser it was bought in has nothing to go on with.
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
