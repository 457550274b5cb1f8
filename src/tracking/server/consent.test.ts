import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '#app/server/tokens.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { openBrowser } from '#test/support/browser.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { TOKEN } from '#test/tracking/receiver.ts'
import {
  askInTurn,
  choose,
  cookieOf,
  reportView,
  useMeasuredApp,
} from '#test/tracking/use-measured-app.ts'
import { marketingSweepQueue } from './delivery.ts'

const { app, environment, rows, consenting } = await useMeasuredApp()

let secure: TestApp
let unmeasured: TestApp
beforeAll(async () => {
  secure = await app.another({
    environment: { ...environment, PUBLIC_URL: 'https://club.example' },
    hasPages: true,
  })
  unmeasured = await app.another({ hasPages: true })
})
afterAll(async () => {
  await secure.close()
  await unmeasured.close()
})

const asked = (browser: ReturnType<typeof openBrowser>) => browser.get('/api/consent')
const notes = async () =>
  (await app.db.selectFrom('consentWithdrawals').select('consentHash').execute()).length
const GPC = { 'sec-gpc': '1' }

describe('the choice', () => {
  test('is nobody’s until it is made, and then stays for 180 days', async () => {
    const browser = openBrowser(app)
    expect((await asked(browser)).json()).toEqual({
      marketing: 'unset',
      isGlobalPrivacyControl: false,
    })
    const response = await choose(browser, true)
    expect(response.json()).toEqual({ marketing: 'granted', isGlobalPrivacyControl: false })
    expect(response.cookies).toEqual([
      {
        name: 'consent',
        value: expect.stringMatching(/^granted\.[\w-]{22,}$/),
        maxAge: 180 * 24 * 60 * 60,
        path: '/',
        sameSite: 'Lax',
      },
    ])
    expect((await asked(browser)).json().marketing).toBe('granted')

    // Choosing the same again keeps the consent id.
    const [granted] = response.cookies
    expect((await choose(browser, true)).cookies[0]?.value).toBe(granted?.value)
    expect((await choose(openBrowser(app), true)).cookies[0]?.value).not.toBe(granted?.value)
  })

  test('to decline has no id, and to agree anew has another one', async () => {
    const browser = openBrowser(app)
    const before = (await choose(browser, true)).cookies[0]?.value
    expect((await choose(browser, false)).json().marketing).toBe('denied')
    expect(browser.cookies.get('consent')).toBe('denied')
    expect((await asked(browser)).json().marketing).toBe('denied')
    await choose(browser, true)
    expect(browser.cookies.get('consent')).not.toBe(before)
  })

  test('to agree anew in a tab that has not heard of the withdrawal has another id too', async () => {
    const start = Date.now()
    const browser = await consenting()
    const stale = cookieOf(browser)
    await reportView(browser)
    await choose(browser, false)
    for (const days of [0, 2, 179]) {
      app.setNow(new Date(start + days * DAY_MS))
      await marketingSweepQueue.work(app.ctx, {})
      const again = openBrowser(app, stale)
      expect((await choose(again, true)).json().marketing).toBe('granted')
      expect(cookieOf(again)).not.toBe(stale)
    }
    app.setNow(new Date(start + 181 * DAY_MS))
    await marketingSweepQueue.work(app.ctx, {})
    expect(await notes()).toBe(0)
  })

  test('that was taken back in another browser is over in this one, which then says so itself', async () => {
    const browser = await consenting()
    const elsewhere = openBrowser(app, cookieOf(browser))
    await choose(elsewhere, false)
    expect((await asked(browser)).json().marketing).toBe('denied')
    expect(browser.cookies.get('consent')).toBe('denied')
  })

  test('to withdraw what was made up is noted for a day, and nowhere but where it is measured', async () => {
    const madeUp = () => `consent=granted.${newToken()}`
    await choose(openBrowser(unmeasured, madeUp()), false)
    expect(await notes()).toBe(0)
    await choose(openBrowser(app, madeUp()), false)
    expect([await notes(), await rows()]).toEqual([1, []])
    app.setNow(new Date(Date.now() + 25 * 60 * 60 * 1000))
    await marketingSweepQueue.work(app.ctx, {})
    expect(await notes()).toBe(0)
  })

  test('travels on https only where the site is on https', async () => {
    const { cookies } = await choose(openBrowser(secure), true)
    expect(cookies).toMatchObject([{ name: 'consent', secure: true }])
  })

  test('is made by Global Privacy Control, whatever is pressed', async () => {
    const browser = openBrowser(app)
    const denied = { marketing: 'denied', isGlobalPrivacyControl: true }
    const read = (cookie: string) =>
      app.inject({ url: '/api/consent', headers: { ...GPC, cookie } })
    expect((await read('')).json()).toEqual(denied)
    expect((await choose(browser, true, GPC)).json()).toEqual(denied)
    expect(browser.cookies.get('consent')).toBe('denied')

    await choose(browser, true)
    expect((await read(`consent=${browser.cookies.get('consent')}`)).json()).toEqual(denied)
  })

  test('cannot be to agree where nothing is measured', async () => {
    const browser = openBrowser(unmeasured)
    expect((await choose(browser, true)).json().marketing).toBe('denied')
    expect(browser.cookies.get('consent')).toBe('denied')
  })

  test.each([
    'granted',
    'granted.',
    'granted.short',
    `granted.${'x'.repeat(101)}`,
    `granted.${'%27'.repeat(22)}`,
    `xgranted.${'x'.repeat(43)}`,
    'toString',
  ])('is nobody’s with the cookie %s', async (cookie) => {
    const browser = openBrowser(app, `consent=${cookie}`)
    expect((await asked(browser)).json().marketing).toBe('unset')
  })

  test.each([{}, { marketing: 'true' }, { marketing: 1 }, { marketing: null }, [], null, 'true'])(
    'is not made by %j',
    async (payload) => {
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'PUT' as const, url: '/api/consent', headers }
      const response = await app.inject({ ...request, payload: JSON.stringify(payload) })
      expect([response.statusCode, response.cookies]).toEqual([400, []])
    },
  )

  test('is refused from other sites, and past sixty a minute from one network', async () => {
    const other = await choose(openBrowser(app), true, { 'sec-fetch-site': 'cross-site' })
    expect([other.statusCode, other.cookies]).toEqual([403, []])
    const browser = openBrowser(app, '', '203.0.113.77')
    const answers = await askInTurn(app, 62, () => choose(browser, false))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
    expect(await rows()).toEqual([])
  })
})

test('pages are told whether anything is measured, and not where to', async () => {
  const settingsOf = async (at: TestApp) => {
    const { body } = await at.inject({ url: '/terms' })
    expect(body).not.toMatch(new RegExp(`${TOKEN}|127\\.0\\.0\\.1`))
    return /"settings":(\{(?:[^{}]|\{[^{}]*\})*\})/.exec(body)?.[1]
  }
  expect(await settingsOf(secure)).toContain('"tracking":{}')
  expect(await settingsOf(unmeasured)).toMatch(/pictureHost(?!.*tracking)/)
})
