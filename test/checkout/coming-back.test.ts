import { describe, expect, test } from 'vitest'
import { newToken } from '#app/server/tokens.ts'
import { createPerson } from '#test/support/factories.ts'
import { type Buyer, join, openBuyer, rowOf, subscriptionOf, verifyUrl } from './buyers.ts'
import { useUnsteadyApp } from './unsteady-app.ts'

const { app, provider } = await useUnsteadyApp()

const RETRIEVE = /^GET \/v1\/checkout\/sessions\/cs_/
const NOT_VALID = { valid: false, code: 'not-valid', error: 'Session verification failed' }

async function paid(buyer: Buyer, wish?: object): Promise<string> {
  const sessionId = await buyer.begin(wish)
  app.payments.pay(sessionId, buyer.email)
  return sessionId
}

describe('a stranger with a session id', () => {
  test('learns nothing, whether it is paid, open, made up or not an id at all', async () => {
    const buyer = openBuyer(app)
    const open = await openBuyer(app).begin()
    const sessionId = await paid(buyer)
    await buyer.verify(sessionId)
    const claimed = await join(app, { person: await createPerson(app.ctx), card: OTHER_CARD })
    const ids = [
      sessionId,
      open,
      claimed.sessionId,
      `cs_live_${sessionId.slice('cs_test_'.length)}`,
      sessionId.toUpperCase(),
      `${sessionId}x`,
      'cs_test_a1b2c3d4e5f6g7h8',
      '{CHECKOUT_SESSION_ID}',
      '%7BCHECKOUT_SESSION_ID%7D',
      'x'.repeat(10_000),
      '../../v1/subscriptions',
      '\u0000',
      "' or 1=1 --",
      '',
    ]
    const person = await createPerson(app.ctx)
    for (const stranger of [
      openBuyer(app),
      openBuyer(app, { cookie: `co=${newToken()}` }),
      openBuyer(app, { person }),
      openBuyer(app, { cookie: 'co=; pending_session=x' }),
    ]) {
      for (const id of ids) {
        const response = await stranger.browser.get(verifyUrl(id))
        expect([response.statusCode, response.json()]).toEqual([200, NOT_VALID])
        expect(stranger.browser.cookies.has('pending_session')).toBe(false)
      }
      for (const id of ids.filter((each) => each.length < 250)) {
        expect((await stranger.complete(id, { email: buyer.email })).statusCode).toBe(400)
      }
      expect((await stranger.browser.get('/api/verify-checkout-session')).json()).toEqual(NOT_VALID)
      const listed = await stranger.browser.get(`${verifyUrl(sessionId)}&session_id=${open}`)
      expect(listed.statusCode).toBe(400)
      expect(listed.body).not.toContain(buyer.email)
    }
    expect(provider.calls.filter((call) => call.includes('%7B'))).toEqual([])
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
  })
})

describe('the buyer', () => {
  test('sees the address of the payment, also when another one had been typed here', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin()
    app.payments.pay(sessionId, ' Wallet@Buyers.Test ')
    expect(await buyer.verify(sessionId)).toMatchObject({ email: 'wallet@buyers.test' })
    const wrong = await buyer.complete(sessionId)
    expect(wrong.statusCode).toBe(400)
    expect(wrong.body).not.toContain('wallet@')
    expect((await buyer.complete(sessionId, { email: 'wallet@buyers.test' })).statusCode).toBe(200)
  })

  test('is reminded by a hint that pages can read, once the payment was verified', async () => {
    const buyer = openBuyer(app)
    const sessionId = await paid(buyer)
    expect(buyer.browser.cookies.has('pending_session')).toBe(false)
    await buyer.verify(sessionId)
    expect(buyer.browser.cookies.get('pending_session')).toMatch(/^checkout_/)
  })

  test('may reload, come back next week, and be signed in as somebody else by then', async () => {
    const buyer = openBuyer(app)
    const sessionId = await paid(buyer)
    const first = await buyer.verify(sessionId)
    expect(first).toMatchObject({ valid: true, isLinked: false, isSignedIn: false })
    expect(await buyer.verify(sessionId)).toEqual(first)

    // Every script on a page can read this cookie, so it must not contain the provider's payment id.
    const name = buyer.browser.cookies.get('pending_session') ?? ''
    expect([name, name.includes(sessionId)]).toEqual([expect.stringMatching(/^checkout_/), false])
    expect(await buyer.verify(name)).toEqual(first)
    const stranger = openBuyer(app, { cookie: `co=${newToken()}`, email: buyer.email })
    expect(await stranger.verify(name)).toEqual(NOT_VALID)
    expect((await stranger.complete(name)).statusCode).toBe(400)

    await buyer.complete(name)
    expect(buyer.browser.cookies.has('pending_session')).toBe(false)
    const done = { ...first, isLinked: true, isSignedIn: true }
    expect(await buyer.verify(sessionId)).toEqual(done)

    app.setNow(new Date(Date.now() + 7 * 24 * 60 * 60_000))
    const other = await createPerson(app.ctx)
    const binding = buyer.browser.cookies.get('co')
    const elsewhere = openBuyer(app, { cookie: `co=${binding}; ${other.cookie}` })
    expect(await elsewhere.verify(sessionId)).toEqual({ ...done, isSignedIn: false })
    expect(elsewhere.browser.cookies.has('pending_session')).toBe(false)
    const { userId } = await rowOf(app, await subscriptionOf(app, sessionId))
    expect(userId).not.toBe(other.id)
  })

  test('who lost the cookie on the way back gets nothing here: the mail will help', async () => {
    const buyer = openBuyer(app)
    const sessionId = await paid(buyer)
    const elsewhere = openBuyer(app, { email: buyer.email })
    expect(await elsewhere.verify(sessionId)).toEqual(NOT_VALID)
    expect((await elsewhere.complete(sessionId)).statusCode).toBe(400)
  })

  test('who was signed in is a member from any browser, and nothing waits to be finished', async () => {
    const person = await createPerson(app.ctx)
    const buyer = openBuyer(app, { person })
    const sessionId = await paid(buyer)
    const elsewhere = openBuyer(app, { person })
    const verified = await elsewhere.verify(sessionId)
    expect(verified).toMatchObject({ valid: true, isLinked: true, isSignedIn: true })
    expect(elsewhere.browser.cookies.has('pending_session')).toBe(false)
    expect(await elsewhere.subscription()).toMatchObject({ isMember: true })
  })

  test('gives a payment without an address the one of its customer', async () => {
    const buyer = openBuyer(app)
    const sessionId = await paid(buyer)
    provider.answer(RETRIEVE, (session) => ({ ...session, customer_details: null }))
    expect(await buyer.verify(sessionId)).toMatchObject({ valid: true, email: buyer.email })
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
  })
})

const OTHER_CARD = '5555555555554444'
