import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkNow } from '#app/checks/server/checks.ts'
import { enrol, lookAtDue } from '#app/checks/server/looking/work.ts'
import { queues } from '#app/queues.ts'
import { openAs } from '#test/access/people.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { complete, isMember } from '#test/support/paying/completing.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const asked: string[] = []
const app = useUnthrottledApp({
  hasPages: true,
  hasPayments: true,
  environment: { PRICE_CHECKS: '1' },
})
/** Another process on the same database, used by the owner. */
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
    // Stopped as by the mail desk.
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
    // Signing in still works, and joining has a switch of its own.
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
    // A payment page already open stays valid, and paying creates the account.
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

  test('a look is promised to nobody: members read that checks are paused, also who tells that a deal is gone', async () => {
    const { id } = await createDeal(app.ctx)
    const member = await createMember(app.ctx)
    const read = async (url: string) => (await app.as(member).inject({ url })).json()
    const arePaused = async () => [
      (await read(`/api/deals/checked?ids=${id}`)).areChecksPaused,
      (await read(`/api/reports/${id}`)).areChecksPaused,
    ]
    expect(await arePaused()).toEqual([false, false])
    await turn('price-checks', false)
    expect(await arePaused()).toEqual([true, true])
    const tell = { method: 'POST', url: `/api/reports/${id}`, payload: { kind: 'gone' } } as const
    expect((await app.as(member).inject(tell)).json()).toMatchObject({ areChecksPaused: true })
    const page = await app.as(member).inject({ url: `/deal/${id}/report` })
    expect(page.body).toContain('Our checks of retailers’ pages are paused just now.')
    expect(page.body).not.toContain('We look at it at once')
    await turn('price-checks', true)
    expect(await arePaused()).toEqual([false, false])
  })
})

describe('while a stream of mail is off', () => {
  test('its page says so beside that stream, and what was chosen stays', async () => {
    const person = await createPerson(app.ctx)
    const wish = { edition: 'weekly', editionWeekday: 3, alerts: 'at-once', hour: 6 }
    const chosen = await app.as(person).inject({
      method: 'PUT',
      url: '/api/mail/choices',
      payload: { ...wish, timeZone: 'America/Toronto', place: 'account' },
    })
    expect(chosen.json()).toMatchObject({ ...wish, pausedStreams: [] })
    await turn('mail-edition', false)
    const { body } = await app.as(person).inject({ url: '/account/mail' })
    expect(body).toContain('We send no editions just now. What you have chosen stays')
    expect(body).not.toContain('We send no alerts by mail just now')
    const choices = await app.as(person).inject({ url: '/api/mail/choices' })
    expect(choices.json()).toMatchObject({ ...wish, pausedStreams: ['edition'] })
    await turn('mail-edition', true)
    const after = await app.as(person).inject({ url: '/account/mail' })
    expect(after.body).not.toContain('We send no editions just now')
  })
})
