import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkNow } from '#app/checks/server/checks.ts'
import { enrol, lookAtDue } from '#app/checks/server/looking/work.ts'
import { queues } from '#app/queues.ts'
import { openAs } from '#test/access/people.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createDeal } from '#test/support/factories.ts'
import { complete, isMember } from '#test/support/paying/completing.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const asked: string[] = []
const app = useUnthrottledApp({
  hasPages: true,
  hasPayments: true,
  environment: { PRICE_CHECKS: '1' },
})
/** Another process on the same database: that of the owner. */
let other: TestApp
let owner: { cookie: string }
beforeAll(async () => {
  app.ctx.readOutside = async (address) => {
    asked.push(address)
    throw new Error('Nobody is there.')
  }
  other = await app.another({ environment: { PRICE_CHECKS: '1' } })
  owner = await openAs(app, 'owner')
})
afterAll(() => other.close())
beforeEach(async () => {
  await app.db.deleteFrom('switches').execute()
  await app.db.deleteFrom('mailStreamStops').execute()
})

const turn = (name: string, isOn: boolean, why = 'The provider has asked us to') =>
  other
    .as(owner)
    .inject({ method: 'PATCH', url: `/api/admin/switches/${name}`, payload: { isOn, why } })
const signUp = (browser = openBrowser(app)) =>
  browser.post('/api/sign-up', { email: 'new@people.test', password: 'a-password-of-my-own' })

describe('a switch', () => {
  test('needs a reason, stands with who and why on the page and in the audit, and is turned once', async () => {
    expect((await turn('joining', false, ' ')).json().fields).toHaveProperty('why')
    const off = await turn('joining', false)
    expect(off.statusCode, off.body).toBe(200)
    await turn('joining', false, 'Again')
    const { switches } = (await app.as(owner).inject({ url: '/api/admin/switches' })).json()
    const rows = Object.fromEntries(switches.map((each: { name: string }) => [each.name, each]))
    expect(rows.joining).toMatchObject({
      isOn: false,
      offBy: 'owner',
      why: 'The provider has asked us to',
    })
    expect(rows['sign-up']).toMatchObject({ isOn: true, offSince: null })
    await turn('joining', true, 'All is well')
    await turn('mail-alerts', false)
    const { entries } = (await app.as(owner).inject({ url: '/api/admin/audit' })).json()
    expect(entries.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
      'mail.stopped',
      'switch.on',
      'switch.off',
    ])
    expect(JSON.stringify(entries)).toContain('The provider has asked us to')
    // As the mail desk stops them.
    const stops = await app.db.selectFrom('mailStreamStops').select('stream').execute()
    expect(stops).toEqual([{ stream: 'alerts' }])
  })
})

describe('while sign-up is off', () => {
  test('no account is made and the page says so at once, and afterwards all is as before', async () => {
    const page = () => app.inject({ url: '/sign-up' })
    expect((await page()).statusCode).toBe(200)
    await turn('sign-up', false)
    const refused = await signUp()
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ code: 'sign-up-shut' })
    expect(refused.headers['retry-after']).toBeDefined()
    const shut = await page()
    expect(shut.statusCode).toBe(503)
    expect(shut.body).toContain('We make no new accounts just now')
    expect(shut.body).not.toContain('name="password"')
    // Whoever has an account gets in, and joining is another door.
    expect((await app.inject({ url: '/sign-in' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/join-now' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/doors/joining' })).json()).toMatchObject({ isOpen: true })
    await turn('sign-up', true)
    expect((await page()).statusCode).toBe(200)
    expect((await signUp()).statusCode).toBe(200)
  })
})

describe('while joining is off', () => {
  test('nobody begins to pay; who has begun ends well, and members keep every way', async () => {
    const begun = openBrowser(app)
    const open = (browser = openBrowser(app)) =>
      browser.post('/api/create-checkout-session', { priceId: 'annual' })
    const first = await open(begun)
    expect(first.statusCode, first.body).toBe(200)
    await turn('joining', false)

    const refused = await open()
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ code: 'joining-shut' })
    expect(refused.json().error).toContain('Nothing was charged')
    for (const url of ['/join-now', '/subscribe']) {
      const page = await app.inject({ url })
      expect(page.statusCode, url).toBe(503)
      expect(page.body).toContain('The club takes no new members just now')
    }
    // The page that is open is theirs, and paying it makes the account.
    expect((await open(begun)).json().id).toBe(first.json().id)
    const { id: sessionId } = first.json()
    app.payments.pay(sessionId, 'begun@people.test')
    const made = await complete(begun, { sessionId, email: 'begun@people.test' })
    expect(made.statusCode, made.body).toBe(200)
    expect(await isMember(begun)).toBe(true)
    const left = await begun.post('/api/subscription/cancel')
    expect(left.statusCode, left.body).toBe(200)
  })
})

describe('while price checks are off', () => {
  test('no shop is asked, by any process, until they are on again', async () => {
    const { id } = await createDeal(app.ctx, { buyUrl: 'https://shop.example/coat' })
    await enrol(app.ctx)
    await turn('price-checks', false)
    const now = () => app.db.transaction().execute((trx) => checkNow(trx, app.ctx, id, 'stand-in'))
    expect(await now()).toBe(false)
    await queues['price-checks']?.work(app.ctx, {})
    await lookAtDue(app.ctx)
    expect(asked).toEqual([])
    await turn('price-checks', true)
    expect(await now()).toBe(true)
    await lookAtDue(app.ctx).catch(() => {})
    expect(asked).not.toEqual([])
  })
})
