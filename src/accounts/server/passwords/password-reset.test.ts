import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { openBrowser } from '#test/support/browser.ts'
import {
  createDeal,
  createPerson,
  createUnconfirmed,
  PASSWORD,
  type Person,
} from '#test/support/factories.ts'
import { untilTold } from '#test/support/live-changes.ts'
import { mailsTo } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { insertPasswordReset } from './password-reset.queries.ts'
import { createPasswordReset, purgeOldPasswordResets } from './password-reset.ts'

const app = useUnthrottledApp({ environment: { TRUST_PROXY: '1' } })
const CHOSEN = 'a-new-password-of-mine'

let person: Person
beforeEach(async () => {
  person = await createPerson(app.ctx)
})

const GUESSABLE = 'This password is easy to guess. Please choose another one.'

/** The token of a link, as the mail has it. */
async function tokenFor({ email }: Person = person): Promise<string> {
  return (await createPasswordReset(app.ctx, email))?.token ?? ''
}

function reset(token: unknown, password: unknown = CHOSEN) {
  return app.inject({ method: 'POST', url: '/api/reset-password', payload: { token, password } })
}

const whoIs = async (cookie: string) =>
  (await app.as({ cookie }).inject({ url: '/api/user' })).statusCode

async function signsIn(password: string) {
  const payload = { email: person.email, password }
  return (await app.inject({ method: 'POST', url: '/api/login', payload })).statusCode === 200
}

const INVALID = {
  error: 'This reset link is no longer valid. Please request a new one.',
  code: 'reset-link-invalid',
}

test('an account that goes while its mail is written gets no link, and that is no failure', async () => {
  const { id: userId } = person
  await app.db.deleteFrom('users').where('id', '=', userId).execute()
  const times = { createdAt: new Date(), expiresAt: new Date() }
  const link = { tokenHash: 'any', userId, ...times, returnTo: null }
  expect(await insertPasswordReset(app.db, link)).toBe(false)
})

describe('a reset link', () => {
  test('sets the password, ends every session, and signs in this browser alone', async () => {
    const elsewhere = [openBrowser(app), openBrowser(app)]
    for (const browser of elsewhere) {
      await browser.post('/api/login', { email: person.email, password: PASSWORD })
    }
    const everywhere = async () => {
      const answers = elsewhere.map(async (browser) => (await browser.get('/api/user')).statusCode)
      return [await whoIs(person.cookie), ...(await Promise.all(answers))]
    }
    expect(await everywhere()).toEqual([200, 200, 200])
    const response = await reset(await tokenFor())
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
    const session = response.cookies.find(({ name }) => name === 'session')?.value
    expect(await whoIs(`session=${session}`)).toBe(200)
    expect(await everywhere()).toEqual([401, 401, 401])
    expect([await signsIn(PASSWORD), await signsIn(CHOSEN)]).toEqual([false, true])
    const mails = await mailsTo(app.ctx, person.email)
    expect(mails).toContainEqual(expect.objectContaining({ template: 'password-changed' }))
  })

  test('confirms the address of who had not: whoever has the link reads its inbox', async () => {
    const { id, email, ...unconfirmed } = await createUnconfirmed(app.ctx)
    expect((await app.as(unconfirmed).inject({ url: '/api/user' })).json().isUnconfirmed).toBe(true)
    expect((await reset(await tokenFor({ id, email, ...unconfirmed }))).statusCode).toBe(200)
    const payload = { email, password: CHOSEN }
    const answer = await app.inject({ method: 'POST', url: '/api/login', payload })
    expect(answer.json()).toEqual({ id, email })
  })

  test('leaves everybody else alone', async () => {
    const other = await createPerson(app.ctx)
    await reset(await tokenFor())
    expect(await whoIs(other.cookie)).toBe(200)
  })

  test('tells open pages that their session has ended', async () => {
    const heard = untilTold(app.ctx, 'sessions', person.id)
    await reset(await tokenFor())
    await heard
  })

  test('works once', async () => {
    const token = await tokenFor()
    const isUsable = async () =>
      (await app.inject({ url: `/api/reset-password?token=${token}` })).json().isUsable
    expect(await isUsable()).toBe(true)
    expect((await reset(token)).statusCode).toBe(200)
    // The page shows this before anything is typed.
    expect(await isUsable()).toBe(false)
    const again = await reset(token, 'yet-another-password')
    expect([again.statusCode, again.json()]).toMatchObject([400, INVALID])
    expect(await signsIn(CHOSEN)).toBe(true)
  })

  test('works once also for twenty at the same moment, and for two links at once', async () => {
    const token = await tokenFor()
    const other = await tokenFor()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        reset(index === 7 ? other : token, `my-own-password-${index}`),
      ),
    )
    const winners = answers.flatMap(({ statusCode }, index) => (statusCode === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    expect(await signsIn(`my-own-password-${winners[0]}`)).toBe(true)
  })

  test('ends all other links of the account', async () => {
    const [first, second] = [await tokenFor(), await tokenFor()]
    await reset(second)
    expect((await reset(first, 'yet-another-password')).json()).toMatchObject(INVALID)
  })

  test('runs out after half an hour', async () => {
    const token = await tokenFor()
    app.setNow(new Date(Date.now() + 31 * MINUTE_MS))
    const late = await reset(token)
    expect([late.statusCode, late.json()]).toMatchObject([400, INVALID])
    app.setNow(new Date(Date.now() + 29 * MINUTE_MS))
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('is not used up by looking at it', async () => {
    const token = await tokenFor()
    for (const method of ['GET', 'HEAD'] as const) {
      await app.inject({ method, url: `/password-reset?token=${token}` })
      await app.inject({ method, url: `/api/reset-password?token=${token}` })
    }
    expect((await reset(token)).statusCode).toBe(200)
  })

  test.each(['', 'x', 'x'.repeat(43), '%00', "' or 1=1--"])('%j is none', async (token) => {
    const response = await reset(token)
    expect([response.statusCode, response.json()]).toMatchObject([400, INVALID])
  })

  test('what is written down of it resets nothing', async () => {
    const token = await tokenFor()
    const rows = await app.db.selectFrom('passwordResets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const { tokenHash } of rows) {
      expect((await reset(tokenHash)).json()).toMatchObject(INVALID)
    }
  })

  test.each([
    ['short', 'Password must be at least 8 characters'],
    ['1234567', 'Password must be at least 8 characters'],
    ['👩‍👩‍👧', 'Password must be at least 8 characters'],
    ['é'.repeat(129), 'Password is too long'],
    [undefined, 'Password must be at least 8 characters'],
    ['sunshine1', GUESSABLE],
    ['12345678', GUESSABLE],
  ])('does not take %j as a password, and stays good', async (password, text) => {
    const token = await tokenFor()
    const response = await app.inject({
      method: 'POST',
      url: '/api/reset-password',
      payload: { token, password },
    })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: text, fields: { password: text } },
    ])
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('does not take the own address as a password', async () => {
    const response = await reset(await tokenFor(), person.email)
    expect(response.statusCode).toBe(400)
  })

  test.each([
    'NouveauDesigner1',
    'nouveaudesigner.club',
    'Chanel2026!',
    'gucci1234',
    'prada1234',
    'Toronto2026',
    'master12',
  ])('does not take %s, which whoever knows this club would try', async (password) => {
    const response = await reset(await tokenFor(), password)
    expect([response.statusCode, response.json().error]).toEqual([400, GUESSABLE])
  })

  test('does not take the name of a brand of the catalogue, old or new', async () => {
    const password = 'Corvané-26'
    expect((await reset(await tokenFor(), password)).statusCode).toBe(200)
    await createDeal(app.ctx, { brandName: 'Corvané', isPublished: false })
    expect((await reset(await tokenFor(), password)).json().error).toBe(GUESSABLE)
    expect((await reset(await tokenFor(), 'corvane2026')).json().error).toBe(GUESSABLE)
  })

  test('lets the owner sign in on this browser, however hard strangers try to keep them out', async () => {
    const browser = openBrowser(app)
    const token = await tokenFor()
    const done = await browser.post('/api/reset-password', { token, password: CHOSEN })
    expect([done.statusCode, [...browser.cookies.keys()]]).toEqual([200, ['session', 'device']])
    for (let tries = 0; tries < 101; tries += 1) {
      await openBrowser(app, '', '203.0.113.1').post(
        '/api/login',
        { email: person.email, password: 'a-wrong-guess' },
        { headers: { 'x-forwarded-for': `10.2.${tries >> 2}.1` } },
      )
    }
    expect(await signsIn(CHOSEN)).toBe(false)
    const mine = await browser.post('/api/login', { email: person.email, password: CHOSEN })
    expect(mine.statusCode).toBe(200)
  })

  test('is forgotten once it has run out', async () => {
    const token = await tokenFor()
    await purgeOldPasswordResets(app.ctx)
    app.setNow(new Date(Date.now() + 31 * MINUTE_MS))
    await purgeOldPasswordResets(app.ctx)
    expect(await app.db.selectFrom('passwordResets').selectAll().execute()).toEqual([])
    app.setNow(undefined)
    expect((await reset(token)).statusCode).toBe(400)
  })
})

test('whoever looked at the old password is not let in with it once it has been changed', async () => {
  const token = await tokenFor()
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () =>
      openBrowser(app).post('/api/login', { email: person.email, password: PASSWORD }),
    ),
    reset(token),
  ])
  expect(answers.at(-1)?.statusCode).toBe(200)
  for (const { cookies } of answers.slice(0, -1)) {
    const session = cookies.find(({ name }) => name === 'session')?.value
    if (session) expect(await whoIs(`session=${session}`)).toBe(401)
  }
})

test('signing in forgets the hint that a payment waits for its account', async () => {
  const browser = openBrowser(app, `pending_session=${'x'.repeat(5000)}`)
  expect((await browser.get('/api/deals')).statusCode).toBe(200)
  await browser.post('/api/login', { email: person.email, password: PASSWORD })
  expect([...browser.cookies.keys()]).toEqual(['session', 'device'])
})

test('signing out tells open pages', async () => {
  const heard = untilTold(app.ctx, 'sessions', person.id)
  await app.as(person).inject({ method: 'POST', url: '/api/logout' })
  await heard
})
