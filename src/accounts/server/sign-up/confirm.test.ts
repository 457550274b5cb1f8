import { beforeEach, describe, expect, test } from 'vitest'
import { createPasswordReset } from '#app/accounts/server/passwords/password-reset.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { announceDeals, createDeal, createPerson } from '#test/support/factories.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { createConfirmationLink } from './sign-up.ts'

const app = useUnthrottledApp()
const CHOSEN = 'a-new-password-of-mine'

let browser: Browser
let email: string
let count = 0
beforeEach(() => {
  app.setNow(undefined)
  browser = openBrowser(app)
  count += 1
  email = `newcomer${count}@mails.test`
})

async function signUp(by: Browser = browser, password = CHOSEN, next?: string) {
  expect((await by.post('/api/sign-up', { email, password, next })).statusCode).toBe(200)
}

/** The token of the last sign-up's link, as its mail has it. */
async function tokenOfMail(): Promise<string> {
  const { id } = await app.db
    .selectFrom('signUps')
    .innerJoin('users', 'users.id', 'signUps.userId')
    .select('signUps.id')
    .where('users.email', '=', email)
    .orderBy('signUps.createdAt', 'desc')
    .executeTakeFirstOrThrow()
  return createConfirmationLink(app.ctx, id)
}

const confirm = (by: Browser, token: unknown) => by.post('/api/confirm-email', { token })
const signIn = async (by: Browser, password: string) =>
  (await by.post('/api/login', { email, password })).statusCode
const confirmedAt = async () =>
  (
    await app.db
      .selectFrom('users')
      .select('confirmedAt')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.confirmedAt

describe('the link of the mail', () => {
  test('opens the day’s deals and signs in the browser that signed up', async () => {
    for (let index = 0; index < FREE_DEALS_A_DAY; index += 1) {
      await createDeal(app.ctx, { isPreview: true })
    }
    await announceDeals(app.ctx)
    await signUp(browser, CHOSEN, '/deal/wanted000001')
    const answer = await confirm(browser, await tokenOfMail())
    expect(answer.json()).toEqual({
      success: true,
      email,
      isSignedIn: true,
      next: '/deal/wanted000001',
    })
    expect((await browser.get('/api/user')).json()).toEqual({ id: expect.any(String), email })
    const open = (await browser.get('/api/deals/free')).json() as { isAccessible: boolean }[]
    expect(open.map(({ isAccessible }) => isAccessible)).toEqual(Array(FREE_DEALS_A_DAY).fill(true))
    expect(browser.cookies.has('sign-up')).toBe(false)
  })

  test('asks every other browser to sign in, with the password that was chosen', async () => {
    await signUp()
    const other = openBrowser(app)
    expect((await confirm(other, await tokenOfMail())).json()).toEqual({
      success: true,
      email,
      isSignedIn: false,
    })
    expect((await other.get('/api/user')).statusCode).toBe(401)
    expect(await signIn(other, CHOSEN)).toBe(200)
    expect((await other.get('/api/user')).json()).not.toHaveProperty('isUnconfirmed')
  })

  test('leaves a browser signed in that was so before', async () => {
    await signUp()
    const other = openBrowser(app)
    await signIn(other, CHOSEN)
    expect((await confirm(other, await tokenOfMail())).json()).toMatchObject({ isSignedIn: true })
  })

  test('works once, of any number of presses at once', async () => {
    await signUp()
    const token = await tokenOfMail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(browser, token)))
    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode)
    expect(codes.toSorted()).toEqual([200, ...Array(9).fill('confirmation-used')])
  })

  test('works for an hour, and a new one can be had for it', async () => {
    await signUp()
    const token = await tokenOfMail()
    app.setNow(new Date(Date.now() + HOUR_MS + 1000))
    const late = await confirm(browser, token)
    expect([late.statusCode, late.json().code]).toEqual([400, 'confirmation-expired'])
    expect(await confirmedAt()).toBeNull()
    await openBrowser(app).post('/api/confirmation-link', { token })
    const mails = await app.db
      .selectFrom('mails')
      .select('template')
      .where('recipient', '=', email)
      .execute()
    expect(mails).toHaveLength(2)
  })

  test.each(['', 'nonsense', 'x'.repeat(43)])('%j leads nowhere', async (token) => {
    const answer = await confirm(browser, token)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'confirmation-unknown'])
  })

  test('of an account that is confirmed by then changes nothing', async () => {
    await signUp()
    const [first, second] = [await tokenOfMail(), await tokenOfMail()]
    await confirm(browser, first)
    const again = await confirm(openBrowser(app), second)
    expect(again.json()).toMatchObject({ code: 'confirmation-used' })
    expect(await signIn(openBrowser(app), CHOSEN)).toBe(200)
  })
})

describe('when a stranger has asked for an account with somebody’s address first', () => {
  test('the password of the link that is used counts, and the stranger is shut out', async () => {
    const stranger = openBrowser(app, '', '203.0.113.66')
    await signUp(stranger, 'a-strangers-password')
    await signIn(stranger, 'a-strangers-password')
    await signUp()
    await confirm(browser, await tokenOfMail())
    expect((await stranger.get('/api/user')).statusCode).toBe(401)
    expect(await signIn(openBrowser(app), 'a-strangers-password')).toBe(401)
    expect(await signIn(openBrowser(app), CHOSEN)).toBe(200)
  })

  test('the link they were mailed signs the stranger’s browser in to nothing', async () => {
    const stranger = openBrowser(app, '', '203.0.113.67')
    await signUp(stranger, 'a-strangers-password')
    await signUp()
    await confirm(browser, await tokenOfMail())
    expect((await stranger.get('/api/user')).statusCode).toBe(401)
  })
})

test('a reset password confirms the address too: the same inbox was read', async () => {
  await signUp()
  const token = (await createPasswordReset(app.ctx, email))?.token
  await browser.post('/api/reset-password', { token, password: 'another-password-yet' })
  expect(await confirmedAt()).not.toBeNull()
})

test('everybody who was there before counts as confirmed', async () => {
  const { cookie } = await createPerson(app.ctx)
  const user = await app.as({ cookie }).inject({ url: '/api/user' })
  expect(user.json()).not.toHaveProperty('isUnconfirmed')
})
