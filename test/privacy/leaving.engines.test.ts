import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#app/server/ids.ts'
import { hashToken } from '#app/server/tokens.ts'
import { openAdmin } from '#test/support/admin.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { createPaidCheckout, mailsTo } from '#test/support/paying/membership.ts'
import { hangUpAll, listen } from '#test/support/sockets.ts'
import { forgetThrottles, useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { accountOf, leave, outcome } from './leaving.ts'
import { payUnclaimed, plantPerson } from './planted-person.ts'
import { findTraces, readEverything } from './traces.ts'

const app = useUnthrottledApp({ hasPayments: true })
// The sandbox has one card of each kind; in these tests everybody has their own.
beforeEach(() => app.db.deleteFrom('trials').execute())

describe('whoever deletes the account', () => {
  test('is gone from every table, and nobody else is touched', async () => {
    const other = await plantPerson(app)
    const person = await plantPerson(app)
    const { email } = person
    // Refused to the same address in another browser, and to another address in the same browser.
    const refused = { status: 'trial-refused', subscriptionStatus: 'canceled' } as const
    await createPaidCheckout(app.ctx, { ...refused, email })
    const { binding } = person.checkout
    const elsewhere = await createPaidCheckout(app.ctx, { ...refused, binding })
    const ada = await openAdmin(app, 'Ada')
    const desk = `/api/admin/members/${person.id}`
    expect((await app.as(ada).inject({ url: desk })).statusCode).toBe(200)
    const press = { id: newId(), reason: `${email} wrote to us` }
    const signOut = { method: 'POST', url: `${desk}/sign-out`, payload: press } as const
    expect((await app.as(ada).inject(signOut)).statusCode).toBe(200)
    Object.assign(person, await signedIn(email))
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

    // One mail is still queued; the address disappears once it is sent.
    expect(await findTraces(app.db, [person.id, person.email])).toEqual(['mails.recipient'])
    await runJobs(app.ctx)
    expect(await findTraces(app.db, [person.id, person.email])).toEqual([])
    expect(await findTraces(app.db, [hashToken(binding), elsewhere.email])).toEqual([])
    const nobodys = app.db.selectFrom('reports').select(['words', 'size', 'seenCents'])
    expect(await nobodys.where('userId', 'is', null).execute()).toEqual([
      { words: null, size: null, seenCents: 45_600 },
    ])
    const cards = app.db
      .selectFrom('guaranteePayments')
      .innerJoin('guarantees', 'guarantees.id', 'guaranteePayments.guaranteeId')
      .select(['cardBrand', 'cardLast4'])
    expect(await cards.where('userId', 'is', null).execute()).toEqual([
      { cardBrand: null, cardLast4: null },
    ])
    expect(await cards.where('userId', '=', other.id).execute()).toMatchObject([
      { cardLast4: expect.any(String) },
    ])
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
    expect(payment).toMatchObject({ amountCents: ANNUAL_CENTS, userId: null, receiptUrl: null })
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
    expect(kept).toMatchObject({
      amountTotal: ANNUAL_CENTS,
      userId: null,
      claimedUserId: null,
      ...none,
    })
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
})

async function signedIn(email: string) {
  const browser = openBrowser(app)
  await browser.post('/api/login', { email, password: PASSWORD })
  return { cookie: `session=${browser.cookies.get('session')}` }
}

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
    expect(await accountOf(app, person.id)).toHaveLength(1)
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
    expect(await accountOf(app, person.id)).toHaveLength(1)
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
