import { describe, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import { CHOSEN, complete, linked, stateOf, whoIs } from '#test/support/paying/completing.ts'
import { createPaidCheckout, mailsTo, type PaidCheckout } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp()

describe('what does not come from the browser that paid gets one and the same answer', () => {
  const NOT_VALID = { error: 'Session verification failed', code: 'checkout-not-valid' }
  type Try = { cookie?: string; body?: object }
  const cases: Array<[string, (checkout: PaidCheckout) => Try]> = [
    ['without the binding', () => ({ cookie: '' })],
    ['with the binding of another browser', () => ({ cookie: `co=${'x'.repeat(43)}` })],
    ['with a binding that is no token', () => ({ cookie: 'co=1' })],
    ['with its hash as the binding', (checkout) => ({ cookie: `co=${checkout.id}` })],
    ['with another address', () => ({ body: { email: 'somebody@else.test' } })],
    ['without an address', () => ({ body: { email: undefined } })],
    ['with an unknown session', () => ({ body: { session_id: `cs_test_${'a'.repeat(40)}` } })],
    ['with a live session id', () => ({ body: { session_id: `cs_live_${'a'.repeat(40)}` } })],
    ['with the placeholder', () => ({ body: { session_id: '{CHECKOUT_SESSION_ID}' } })],
    ['with our own id', (checkout) => ({ body: { session_id: checkout.id } })],
    ['with SQL', () => ({ body: { session_id: "' or 1=1--" } })],
  ]

  test.each(cases)('%s', async (_, make) => {
    const checkout = await createPaidCheckout(app.ctx)
    const { cookie = checkout.cookie, body = {} } = make(checkout)
    const browser = openBrowser(app, cookie)
    const response = await complete(browser, checkout, { password: CHOSEN, ...body })
    expect([response.statusCode, response.json()]).toMatchObject([400, NOT_VALID])
    expect(await linked(app, checkout)).toBeNull()
    expect(browser.cookies.has('session')).toBe(false)
    expect(await mailsTo(app.ctx, checkout.email)).toEqual([])
  })

  test.each(['expired', 'failed', 'trial-refused'] as const)(
    'with a checkout that is %s',
    async (status) => {
      const checkout = await createPaidCheckout(app.ctx, { status })
      const response = await complete(openBrowser(app, checkout.cookie), checkout)
      expect([response.statusCode, response.json()]).toMatchObject([400, NOT_VALID])
      expect(await linked(app, checkout)).toBeNull()
    },
  )

  test('with a payment that somebody else has claimed', async () => {
    const checkout = await createPaidCheckout(app.ctx)
    await complete(openBrowser(app, checkout.cookie), checkout)
    const thief = await createPerson(app.ctx)
    const browser = openBrowser(app, `${checkout.cookie}; ${thief.cookie}`)
    const response = await complete(browser, checkout, { password: PASSWORD })
    expect([response.statusCode, response.json()]).toMatchObject([400, NOT_VALID])
    expect(await whoIs(browser)).toBe(thief.email)
  })

  test('but an address that the payment page took is taken here, however it is written', async () => {
    const checkout = await createPaidCheckout(app.ctx, { email: 'quick;brown@buyers.test' })
    const browser = openBrowser(app, checkout.cookie)
    const typed = { ...checkout, email: ' Quick;Brown@buyers.test ' }
    expect((await complete(browser, typed)).statusCode).toBe(200)
    expect(await linked(app, checkout)).not.toBeNull()
  })

  test("the attacker's own session does not carry the address of a victim", async () => {
    const victim = await createPerson(app.ctx)
    const checkout = await createPaidCheckout(app.ctx)
    const before = await stateOf(app, victim, checkout)
    const response = await complete(openBrowser(app, checkout.cookie), {
      ...checkout,
      email: victim.email,
    })
    expect([response.statusCode, response.json()]).toMatchObject([400, NOT_VALID])
    expect(await stateOf(app, victim, checkout)).toEqual(before)
  })
})

describe('before anything else', () => {
  test('a call without any session is told to start again', async () => {
    const browser = openBrowser(app)
    const response = await browser.postWithToken('/api/complete-checkout', {
      email: 'ada@example.com',
      password: CHOSEN,
    })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: 'Session expired. Please start checkout again.' },
    ])
  })

  test.each([
    ['none', {}],
    ['an empty one', { 'x-csrf-token': '' }],
    ['a made-up one', { 'x-csrf-token': 'x'.repeat(43) }],
  ])('the token of our pages is asked for: %s is refused', async (_, headers) => {
    const checkout = await createPaidCheckout(app.ctx)
    const browser = openBrowser(app, checkout.cookie)
    await browser.get('/api/csrf-token')
    const payload = { session_id: checkout.sessionId, email: checkout.email, password: CHOSEN }
    const response = await browser.post('/api/complete-checkout', payload, { headers })
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      {
        error: 'Security initialization failed. Please refresh the page and try again.',
        code: 'csrf',
      },
    ])
    expect(await linked(app, checkout)).toBeNull()
  })

  test('another site is refused, with all cookies and the right token', async () => {
    const checkout = await createPaidCheckout(app.ctx)
    const browser = openBrowser(app, checkout.cookie)
    const { csrfToken } = (await browser.get('/api/csrf-token')).json()
    const payload = { session_id: checkout.sessionId, email: checkout.email, password: CHOSEN }
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'x-csrf-token': csrfToken, 'sec-fetch-site': site }
      const response = await browser.post('/api/complete-checkout', payload, { headers })
      expect([response.statusCode, response.json().code]).toEqual([403, 'cross-site'])
    }
    expect(await linked(app, checkout)).toBeNull()
  })
})
