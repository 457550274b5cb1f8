import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import { hashAsOperated } from '#test/support/passwords.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createAccount } from './accounts.ts'

hashAsOperated()

const app = useTestApp()
afterEach(() => app.setNow(undefined))

function login(email: string, password = PASSWORD, cookie = '') {
  const headers = cookie ? { cookie } : {}
  return app.inject({ method: 'POST', url: '/api/login', payload: { email, password }, headers })
}

async function signIn(email: string, cookie = '') {
  const response = await login(email, PASSWORD, cookie)
  expect(response.statusCode, response.body).toBe(200)
  const [session, device] = ['session', 'device'].map((name) => cookieOf(response, name))
  return { cookie: `session=${session?.value}`, session, device }
}

function cookieOf(response: Awaited<ReturnType<typeof login>>, name: string) {
  return response.cookies.find((cookie) => cookie.name === name)
}

const whoIs = async (cookie: string) =>
  (await app.as({ cookie }).inject({ url: '/api/user' })).statusCode

describe('signing in', () => {
  test('answers who it is and is remembered by the browser', async () => {
    const { id, email } = await createPerson(app.ctx)
    const response = await login(email)
    expect([response.statusCode, response.json()]).toEqual([200, { id, email }])

    const { cookie } = await signIn(email)
    const user = await app.as({ cookie }).inject({ url: '/api/user' })
    expect([user.statusCode, user.json()]).toEqual([200, { id, email }])
  })

  test('takes the address in any case, with spaces around it and in any form of its accents', async () => {
    await createAccount(app.ctx, { email: 'zo\u00e9@example.com', password: PASSWORD })
    for (const typed of ['ZOÉ@Example.com', '  zo\u00e9@example.com ', 'zoe\u0301@example.com']) {
      expect((await login(typed)).statusCode, typed).toBe(200)
    }
  })

  test('keeps its cookies from scripts and from other sites', async () => {
    const { email } = await createPerson(app.ctx)
    const { session, device } = await signIn(email)
    for (const cookie of [session, device]) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      // Without a domain it goes to this host alone; over http it cannot be Secure.
      expect(cookie).not.toHaveProperty('domain')
      expect(cookie).not.toHaveProperty('secure')
    }
  })

  test('on https the cookies are tied to the host and never sent in the clear', async () => {
    const { email } = await createPerson(app.ctx)
    const publicUrl = 'https://club.example'
    const secure = await app.another({ environment: { PUBLIC_URL: publicUrl } })
    const payload = { email, password: PASSWORD }
    const response = await secure.inject({ method: 'POST', url: '/api/login', payload })
    expect(response.cookies.map((cookie) => cookie.name)).toEqual([
      '__Host-session',
      '__Host-device',
    ])
    for (const cookie of response.cookies) {
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
      expect(cookie).not.toHaveProperty('domain')
    }
    const session = response.cookies[0]?.value
    const who = async (cookie: string) =>
      (await secure.inject({ url: '/api/user', headers: { cookie } })).statusCode
    expect(await who(`__Host-session=${session}`)).toBe(200)
    // A sub-domain can plant a cookie with a plain name, but never one with this prefix.
    expect(await who(`session=${session}`)).toBe(401)
    await secure.close()
  })

  test('gives a new session each time and ends the one this browser had', async () => {
    const { email } = await createPerson(app.ctx)
    const first = await signIn(email)
    const second = await signIn(email, first.cookie)
    expect(second.cookie).not.toBe(first.cookie)
    expect(await whoIs(first.cookie)).toBe(401)
    expect(await whoIs(second.cookie)).toBe(200)
  })

  test('another browser of the same person stays signed in', async () => {
    const { email } = await createPerson(app.ctx)
    const [phone, laptop] = [await signIn(email), await signIn(email)]
    expect([await whoIs(phone.cookie), await whoIs(laptop.cookie)]).toEqual([200, 200])
  })

  test('never makes a session of a cookie that somebody planted', async () => {
    const { email } = await createPerson(app.ctx)
    const planted = `session=${'x'.repeat(43)}`
    const { cookie } = await signIn(email, planted)
    expect(cookie).not.toBe(planted)
    expect([await whoIs(planted), await whoIs(cookie)]).toEqual([401, 200])
  })

  test.each([
    [{ email: 'ada', password: 'x' }, 'email', 'Please enter a valid email address'],
    [{ email: 'ada@example.com' }, 'password', 'Password is required'],
    [{ email: ['ada@example.com'], password: 'x' }, 'email', 'Please enter a valid email address'],
    [{ email: 'ada@example.com', password: { length: 1 } }, 'password', 'Password is required'],
  ])('%j is answered with what is wrong', async (payload, field, text) => {
    const response = await app.inject({ method: 'POST', url: '/api/login', payload })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: text, code: 'bad-request', fields: { [field]: text } },
    ])
  })

  test('an account is made once for an address', async () => {
    const { email } = await createPerson(app.ctx)
    const again = createAccount(app.ctx, { email, password: 'another-password' })
    await expect(again).rejects.toMatchObject({ status: 409, code: 'account-exists' })
    expect((await login(email)).statusCode).toBe(200)
  })
})

describe('signing out', () => {
  test('ends the session for good, also for a copy of the cookie', async () => {
    const { email } = await createPerson(app.ctx)
    const { cookie } = await signIn(email)
    const out = await app.as({ cookie }).inject({ method: 'POST', url: '/api/logout' })
    expect([out.statusCode, out.json()]).toEqual([200, { success: true }])
    expect(cookieOf(out, 'session')).toMatchObject({ value: '', path: '/' })
    expect(cookieOf(out, 'session')?.expires?.getTime()).toBeLessThan(Date.now())
    expect(await whoIs(cookie)).toBe(401)
  })

  test('twice, or without having been signed in, is harmless', async () => {
    for (const cookie of ['', 'session=nonsense', `session=${'y'.repeat(43)}`]) {
      const out = await app.as({ cookie }).inject({ method: 'POST', url: '/api/logout' })
      expect(out.statusCode).toBe(200)
    }
  })
})

describe('a session left alone', () => {
  test('lasts 14 days from the last visit and 90 days in all', async () => {
    const { cookie } = await createPerson(app.ctx)
    const start = Date.now()
    const onDay = (day: number) => {
      app.setNow(new Date(start + day * DAY_MS))
      return whoIs(cookie)
    }
    for (const day of [13.9, 27.8, 41.7, 55.6, 69.5, 83.4, 89.9]) expect(await onDay(day)).toBe(200)
    expect(await onDay(90.1)).toBe(401)

    const idle = await createPerson({ ...app.ctx, now: () => new Date(start) })
    app.setNow(new Date(start + 14.1 * DAY_MS))
    expect(await whoIs(idle.cookie)).toBe(401)
  })
})

test('neither a password nor a token is written down anywhere', async () => {
  const { email } = await createPerson(app.ctx)
  const { session, device } = await signIn(email)
  await login(email, 'a-wrong-password-canary')
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
  `.execute(app.db)
  let all = ''
  for (const { name } of rows) {
    all += JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(app.db)).rows)
  }
  expect(all).toContain(email)
  for (const secret of [session?.value, device?.value, PASSWORD, 'a-wrong-password-canary']) {
    expect(secret?.length).toBeGreaterThan(10)
    expect(all.includes(secret ?? '')).toBe(false)
  }
  expect(all).toMatch(/"passwordHash":"\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
