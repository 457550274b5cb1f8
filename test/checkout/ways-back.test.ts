import { describe, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson, createUnconfirmed, PASSWORD } from '#test/support/factories.ts'
import {
  CHOSEN,
  complete,
  isMember,
  linked,
  signsIn,
  whoIs,
} from '#test/support/paying/completing.ts'
import { createPaidCheckout, type PaidCheckout } from '#test/support/paying/membership.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { join, openBuyer } from './buyers.ts'

const app = useTestApp({ hasPayments: true })
const WANTED = '/deal/wanted000001'

const returnToOf = async (sessionId: string) =>
  (
    await app.db
      .selectFrom('checkouts')
      .select('returnTo')
      .where('sessionId', '=', sessionId)
      .executeTakeFirstOrThrow()
  ).returnTo

async function paidFrom(next: string, draft: Parameters<typeof createPaidCheckout>[1] = {}) {
  const checkout = await createPaidCheckout(app.ctx, draft)
  await app.db
    .updateTable('checkouts')
    .set({ returnTo: next })
    .where('id', '=', checkout.id)
    .execute()
  return checkout
}

const wantedAfter = ({ sessionId }: PaidCheckout) =>
  `${WANTED}?from_checkout=true&session_id=${sessionId}`

describe('the page that joining was begun from', () => {
  test('is kept with the payment page, also with one that was open already', async () => {
    const buyer = openBuyer(app)
    const first = await buyer.begin({ next: WANTED })
    expect(await returnToOf(first)).toBe(WANTED)
    expect(await buyer.begin({ next: '/deal/another00001' })).toBe(first)
    expect(await returnToOf(first)).toBe('/deal/another00001')
    expect(await buyer.begin()).toBe(first)
    expect(await returnToOf(first)).toBeNull()
  })

  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/admin', '/api/logout', 7])(
    'is not %j, and joining goes on',
    async (next) => {
      expect(await returnToOf(await openBuyer(app).begin({ next }))).toBeNull()
    },
  )

  test('is where the account that is made leads', async () => {
    const checkout = await paidFrom(WANTED)
    const browser = openBrowser(app, checkout.cookie)
    expect((await complete(browser, checkout)).json().redirectUrl).toBe(wantedAfter(checkout))
  })

  test('is told to the signed-in buyer, for whom nothing is left to do', async () => {
    const person = await createPerson(app.ctx)
    const checkout = await paidFrom(WANTED, { buyer: person, email: person.email })
    const browser = openBrowser(app, person.cookie)
    const verified = await browser.get(
      `/api/verify-checkout-session?session_id=${checkout.sessionId}`,
    )
    expect(verified.json()).toMatchObject({ isSignedIn: true, next: WANTED })
  })
})

describe('signing in after having paid', () => {
  const MINUTE_MS = 60_000
  const signIn = async (email: string, { cookie }: Pick<PaidCheckout, 'cookie'>) => {
    const browser = openBrowser(app, cookie)
    const answer = await browser.post('/api/login', { email, password: PASSWORD })
    expect(answer.statusCode).toBe(200)
    return { browser, next: answer.json().next }
  }

  test('finishes the membership, as the owner of account and browser, and leads on', async () => {
    const person = await createPerson(app.ctx)
    const checkout = await paidFrom(WANTED, { email: person.email })
    const { browser, next } = await signIn(person.email, checkout)
    expect(next).toBe(wantedAfter(checkout))
    expect([await linked(app, checkout), await isMember(browser)]).toEqual([person.id, true])
    // Pages that finish on their own find it already done.
    expect((await complete(browser, checkout, {})).json()).toMatchObject({ success: true })
  })

  test('finishes nothing of another browser, another address, another account, or an hour ago', async () => {
    const person = await createPerson(app.ctx)
    const { email } = person
    const elsewhere = await createPaidCheckout(app.ctx, { email })
    expect((await signIn(email, await createPaidCheckout(app.ctx))).next).toBeUndefined()
    const ofOther = await createPaidCheckout(app.ctx)
    expect((await signIn(email, ofOther)).next).toBeUndefined()
    const completedAt = new Date(app.ctx.now().getTime() - 61 * MINUTE_MS)
    const old = await createPaidCheckout(app.ctx, { email, completedAt })
    const { browser, next } = await signIn(email, old)
    expect(next).toBeUndefined()
    const asBuyer = await createPaidCheckout(app.ctx, { email })
    const other = await createPerson(app.ctx)
    await app.db
      .updateTable('checkouts')
      .set({ userId: other.id })
      .where('id', '=', asBuyer.id)
      .execute()
    expect((await signIn(email, asBuyer)).next).toBeUndefined()
    for (const each of [elsewhere, ofOther, old, asBuyer])
      expect(await linked(app, each)).toBeNull()
    expect(await isMember(browser)).toBe(false)
  })

  test('works also when the payment cannot be linked', async () => {
    const person = await createPerson(app.ctx)
    const checkout = await createPaidCheckout(app.ctx, { email: person.email })
    await app.db
      .updateTable('checkouts')
      .set({ subscriptionId: null })
      .where('id', '=', checkout.id)
      .execute()
    const { browser, next } = await signIn(person.email, checkout)
    expect([next, await whoIs(browser)]).toEqual([undefined, person.email])
  })
})

describe('a free account whose address is not confirmed', () => {
  test('counts as confirmed when it has paid', async () => {
    const person = await createUnconfirmed(app.ctx)
    const checkout = await createPaidCheckout(app.ctx, { email: person.email })
    const browser = openBrowser(app, `${person.cookie}; ${checkout.cookie}`)
    expect((await complete(browser, checkout, {})).statusCode).toBe(200)
    expect((await browser.get('/api/user')).json()).toEqual({ id: person.id, email: person.email })
    expect(await linked(app, checkout)).toBe(person.id)
  })

  test('gives way to the account of whoever pays with its address', async () => {
    const squatter = await createUnconfirmed(app.ctx)
    const checkout = await createPaidCheckout(app.ctx, { email: squatter.email })
    const buyer = openBrowser(app, checkout.cookie)
    expect((await complete(buyer, checkout)).json().user).toEqual({ isNewUser: true })
    expect([await whoIs(buyer), await isMember(buyer)]).toEqual([squatter.email, true])
    expect(await whoIs(openBrowser(app, squatter.cookie))).toBeUndefined()
    expect(await signsIn(app, squatter.email, PASSWORD)).toBe(false)
    expect(await signsIn(app, squatter.email, CHOSEN)).toBe(true)
  })

  test('is confirmed by paying while it is signed in', async () => {
    const person = await createUnconfirmed(app.ctx)
    const { browser } = await join(app, { person })
    expect(await isMember(browser)).toBe(true)
    expect((await browser.get('/api/user')).json()).toEqual({ id: person.id, email: person.email })
  })
})
