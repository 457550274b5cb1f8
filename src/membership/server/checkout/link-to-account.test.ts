import { describe, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import {
  CHOSEN,
  complete,
  isMember,
  linked,
  signsIn,
  stateOf,
  whoIs,
} from '#test/support/paying/completing.ts'
import { createPaidCheckout, mailsTo } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { createCheckoutLink } from './mailed-links.ts'

const app = useUnthrottledApp()
const MINUTE_MS = 60_000

describe('a payment whose address has no account', () => {
  test('makes the account, signs in and is a membership at once', async () => {
    const checkout = await createPaidCheckout(app.ctx)
    const browser = openBrowser(app, `${checkout.cookie}; pending_session=${checkout.sessionId}`)
    const heard = new Promise<unknown>((resolve) =>
      app.ctx.live.subscribe('accounts', (payload) => resolve(JSON.parse(payload ?? 'null'))),
    )

    const response = await complete(browser, checkout)

    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        success: true,
        user: { isNewUser: true },
        redirectUrl: `/daily-deals?from_checkout=true&session_id=${checkout.sessionId}`,
      },
    ])
    expect([await whoIs(browser), await isMember(browser)]).toEqual([checkout.email, true])
    expect(await heard).toEqual({ userId: await linked(app, checkout), became: 'member' })
    expect(browser.cookies.has('pending_session')).toBe(false)
    expect(await mailsTo(app.ctx, checkout.email)).toMatchObject([{ template: 'welcome' }])
    expect(await signsIn(app, checkout.email, CHOSEN)).toBe(true)
  })

  test('takes the address in any case and with spaces around it', async () => {
    const checkout = await createPaidCheckout(app.ctx)
    const typed = ` ${checkout.email.toUpperCase()} `
    const response = await complete(openBrowser(app, checkout.cookie), {
      ...checkout,
      email: typed,
    })
    expect(response.statusCode).toBe(200)
  })

  test('also when somebody else is signed in on this browser, who is signed out by it', async () => {
    const other = await createPerson(app.ctx)
    const checkout = await createPaidCheckout(app.ctx)
    const browser = openBrowser(app, `${other.cookie}; ${checkout.cookie}`)
    expect((await complete(browser, checkout)).json().user).toEqual({ isNewUser: true })
    expect(await whoIs(browser)).toBe(checkout.email)
    expect(await whoIs(openBrowser(app, other.cookie))).toBeUndefined()
    expect(await isMember(browser)).toBe(true)
  })

  test.each([
    [undefined, 'Password must be at least 6 characters'],
    ['', 'Password must be at least 6 characters'],
    ['12345', 'Password must be at least 6 characters'],
    ['abcdef', 'Password must be at least 8 characters'],
    ['abcdefg', 'Password must be at least 8 characters'],
    ['é'.repeat(129), 'Password is too long'],
    ['password', 'This password is easy to guess. Please choose another one.'],
    ['P@ssw0rd123', 'This password is easy to guess. Please choose another one.'],
    ['Nouveau2026!', 'This password is easy to guess. Please choose another one.'],
  ])('does not take %j as a password', async (password, text) => {
    const checkout = await createPaidCheckout(app.ctx)
    const response = await complete(openBrowser(app, checkout.cookie), checkout, { password })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: text, fields: { password: text } },
    ])
    expect(await linked(app, checkout)).toBeNull()
  })

  test('is a membership no longer when it has ended meanwhile, and an account all the same', async () => {
    const checkout = await createPaidCheckout(app.ctx, { subscriptionStatus: 'canceled' })
    const browser = openBrowser(app, checkout.cookie)
    expect((await complete(browser, checkout)).statusCode).toBe(200)
    expect(await isMember(browser)).toBe(false)
  })
})

describe('a payment by somebody who was signed in', () => {
  test('is theirs by the checkout row, whatever address they typed at the payment page', async () => {
    const [buyer, victim] = [await createPerson(app.ctx), await createPerson(app.ctx)]
    const checkout = await createPaidCheckout(app.ctx, { buyer, email: victim.email })
    const before = await stateOf(app, victim, checkout)
    const browser = openBrowser(app, `${checkout.cookie}; ${buyer.cookie}`)
    const response = await complete(browser, checkout, {})
    expect([response.statusCode, response.json().user]).toEqual([200, { isNewUser: false }])
    expect(await linked(app, checkout)).toBe(buyer.id)
    expect(await stateOf(app, victim, checkout)).toEqual(before)
  })

  test('signs nobody in when they have signed out meanwhile, but for their password', async () => {
    const buyer = await createPerson(app.ctx)
    const checkout = await createPaidCheckout(app.ctx, { buyer, email: buyer.email })
    const browser = openBrowser(app, checkout.cookie)
    expect((await complete(browser, checkout)).statusCode).toBe(400)
    expect(await whoIs(browser)).toBeUndefined()
    expect((await complete(browser, checkout, { password: PASSWORD })).statusCode).toBe(200)
    expect(await whoIs(browser)).toBe(buyer.email)
  })
})

describe('an hour after paying', () => {
  const afterAnHour = () => app.setNow(new Date(Date.now() + 61 * MINUTE_MS))

  test.each(['with', 'without'])('it takes the inbox, %s an account', async (which) => {
    const person = which === 'with' ? await createPerson(app.ctx) : undefined
    const checkout = await createPaidCheckout(app.ctx, person ? { email: person.email } : {})
    afterAnHour()
    const browser = openBrowser(app, checkout.cookie)
    const response = await complete(browser, checkout, { password: PASSWORD })
    expect([response.statusCode, response.json().code]).toEqual([409, 'finish-by-mail'])
    expect(await linked(app, checkout)).toBeNull()
    expect(await mailsTo(app.ctx, checkout.email)).toMatchObject([{ template: 'finish-account' }])

    const link = await createCheckoutLink(app.ctx, {
      checkoutId: checkout.id,
      userId: person?.id ?? null,
    })
    const { email } = checkout
    const elsewhere = openBrowser(app)
    const finished = await elsewhere.postWithToken('/api/complete-checkout', {
      ...{ link, email, password: CHOSEN },
    })
    expect([finished.statusCode, finished.json().user]).toEqual([
      200,
      { isNewUser: which === 'without' },
    ])
    expect([await whoIs(elsewhere), await isMember(elsewhere)]).toEqual([email, true])
  })
})

test('the cookies are kept from scripts, and on https tied to the host', async () => {
  const secure = await app.another({ environment: { PUBLIC_URL: 'https://club.example' } })
  const checkout = await createPaidCheckout(app.ctx)
  const browser = openBrowser(secure, `__Host-${checkout.cookie}`)
  const { cookies: csrf } = await browser.get('/api/csrf-token')
  const { cookies, statusCode } = await complete(browser, checkout)
  expect(statusCode).toBe(200)
  const secrets = [...csrf, ...cookies].filter(({ name }) => name !== 'pending_session')
  expect(secrets.map(({ name }) => name)).toEqual([
    '__Host-csrf',
    '__Host-session',
    '__Host-device',
  ])
  for (const cookie of secrets) {
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie).not.toHaveProperty('domain')
  }
  await secure.close()
})
