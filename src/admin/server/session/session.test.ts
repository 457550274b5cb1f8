import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { CLOSED_ADMIN_SESSION } from '#app/admin/administrators/admin-session.facts.ts'
import { cleanUp } from '#app/clean-up.ts'
import { ADMIN_PASSWORD, openAdmin } from '#test/support/admin.ts'
import { createMember } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp({ environment: { ADMIN_PASSWORD } })
const SESSION = '/api/admin/session'
const MINUTE_MS = 60_000

function open(payload: object = { password: ADMIN_PASSWORD }, cookie = '', on: TestApp = app) {
  const headers = cookie ? { cookie } : {}
  return on.inject({ method: 'POST', url: SESSION, payload, headers })
}

/** Opens a session by password; returns the cookies as the browser sends them. */
async function opened(payload?: object, cookie?: string, on?: TestApp) {
  const response = await open(payload, cookie, on)
  expect(response.statusCode, response.body).toBe(200)
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

const look = async (cookie: string) => (await app.as({ cookie }).inject({ url: SESSION })).json()
/** Makes a call that only an administrator may make. */
const use = async (cookie: string) =>
  (await app.as({ cookie }).inject({ url: '/api/admin/audit/filters' })).statusCode
const change = (cookie: string, method: 'PATCH' | 'DELETE', payload?: object) =>
  app.as({ cookie }).inject({ method, url: SESSION, ...(payload ? { payload } : {}) })

const entries = () =>
  app.db
    .selectFrom('auditEntries')
    .select(['action', 'actorName', 'subjectLabel', 'before', 'after'])
    .orderBy('id', 'desc')
    .execute()

describe('the back office', () => {
  test('is closed to whoever has not opened it, and opens by the password', async () => {
    expect(await look('')).toEqual(CLOSED_ADMIN_SESSION)
    expect(await use('')).toBe(401)
    const cookie = await opened({ password: ADMIN_PASSWORD, name: '  Ann \n Curator ' })
    expect(await look(cookie)).toMatchObject({
      isOpen: true,
      name: 'Ann Curator',
      label: expect.stringMatching(/^[a-z0-9]{6}$/),
    })
    expect(await use(cookie)).toBe(200)
  })

  test.each([['wrong'], [''], [`${ADMIN_PASSWORD} `], [ADMIN_PASSWORD.toUpperCase()]])(
    'stays closed with %j',
    async (password) => {
      const response = await open({ password })
      expect([response.statusCode, response.json()]).toMatchObject([
        401,
        { error: 'Invalid password', code: 'invalid-password' },
      ])
      expect(response.cookies).toEqual([])
    },
  )

  test.each([
    [{}],
    [{ password: 7 }],
    [{ password: 'x'.repeat(257) }],
    [{ password: ADMIN_PASSWORD, name: 'x'.repeat(61) }],
  ])('takes nothing that is no password: %j', async (payload) => {
    expect((await open(payload)).statusCode).toBe(400)
  })

  test('has cookies of its own that no script and no other site can use', async () => {
    const { cookies } = await open()
    expect(cookies.map(({ name }) => name)).toEqual(['admin', 'admin-device'])
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
      expect(cookie).not.toHaveProperty('domain')
    }
    expect(cookies[0]).not.toHaveProperty('maxAge')

    const environment = { ADMIN_PASSWORD, PUBLIC_URL: 'https://club.example' }
    const secure = await app.another({ environment })
    const there = await open({ password: ADMIN_PASSWORD }, '', secure)
    for (const cookie of there.cookies) {
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' })
      expect(cookie.name).toMatch(/^__Host-admin/)
    }
    await secure.close()
  })

  test('is not open to members, nor to a cookie that somebody made up', async () => {
    const member = await createMember(app.ctx)
    const token = member.cookie.replace('session=', '')
    for (const cookie of [
      member.cookie,
      `admin=${token}`,
      `admin=${'x'.repeat(43)}`,
      'admin=',
      `admin-device=${'x'.repeat(43)}.${'x'.repeat(43)}`,
    ]) {
      expect(await use(cookie), cookie).toBe(401)
    }
  })

  test('opened again in the same browser, the session before has ended', async () => {
    const first = await opened()
    const second = await opened(undefined, first)
    expect([await use(first), await use(second)]).toEqual([401, 200])
  })

  test('is closed for good when it is locked, also for a copy of the cookie', async () => {
    const cookie = await opened()
    const other = await opened()
    const locked = await change(cookie, 'DELETE')
    expect([locked.statusCode, locked.json().isOpen]).toEqual([200, false])
    expect(locked.cookies[0]).toMatchObject({ name: 'admin', value: '' })
    expect([await use(cookie), await use(other)]).toEqual([401, 200])
    expect((await change(cookie, 'DELETE')).statusCode).toBe(401)
  })
})

describe('an open back office', () => {
  const start = new Date('2026-11-20T14:00:00Z')
  const atMinute = (minutes: number) => app.setNow(new Date(start.getTime() + minutes * MINUTE_MS))

  test('is not kept open by a page that reads again by itself', async () => {
    atMinute(0)
    const { cookie } = await openAdmin(app)
    atMinute(29)
    const read = await app.as({ cookie }).inject({
      url: '/api/admin/audit/filters',
      headers: { 'x-unprompted': '1' },
    })
    expect(read.statusCode).toBe(200)
    atMinute(31)
    expect(await use(cookie)).toBe(401)
  })

  test('locks itself after 30 minutes without use', async () => {
    atMinute(0)
    const { cookie } = await openAdmin(app)
    for (const minute of [29, 58, 87]) {
      atMinute(minute)
      expect(await use(cookie)).toBe(200)
    }
    atMinute(87 + 31)
    expect(await use(cookie)).toBe(401)
    expect(await look(cookie)).toMatchObject({ isOpen: false })
  })

  test('is kept open by an upload, for as long as that takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      atMinute(0)
      const { cookie, csrf } = await openAdmin(app)
      const payload = new PassThrough()
      const upload = app.as({ cookie }).inject({
        ...{ method: 'POST', url: '/api/deals/bulk-upload', payload },
        headers: { ...csrf, 'content-type': 'multipart/form-data; boundary=between' },
      })
      await vi.waitUntil(() => vi.getTimerCount() > 0, 60_000)
      for (const minute of [25, 50, 75]) {
        atMinute(minute)
        vi.advanceTimersByTime(5 * MINUTE_MS)
        await vi.waitUntil(async () => (await look(cookie)).isOpen, 60_000)
      }
      payload.end('--between--\r\n')
      expect((await upload).statusCode).toBe(400)
      expect([vi.getTimerCount(), await use(cookie)]).toEqual([0, 200])
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not kept open by looking whether it is', async () => {
    atMinute(0)
    const { cookie } = await openAdmin(app)
    for (const minute of [10, 20, 30]) {
      atMinute(minute)
      expect(await look(cookie)).toMatchObject({ isOpen: true })
    }
    atMinute(31)
    expect(await look(cookie)).toMatchObject({ isOpen: false })
  })

  test('locks itself after twelve hours whatever is done', async () => {
    atMinute(0)
    const { cookie } = await openAdmin(app)
    expect((await look(cookie)).endsAt).toBe('2026-11-21T02:00:00.000Z')
    for (let minute = 20; minute <= 720; minute += 20) {
      atMinute(minute)
      expect(await use(cookie), `minute ${minute}`).toBe(200)
    }
    atMinute(721)
    expect(await use(cookie)).toBe(401)
  })

  test('is deleted by the clean-up when it is over, and not before', async () => {
    atMinute(0)
    const [left, used] = [await openAdmin(app, 'left'), await openAdmin(app, 'used')]
    atMinute(20)
    await use(used.cookie)
    atMinute(35)
    await cleanUp(app.ctx)
    const names = await app.db.selectFrom('adminSessions').select('name').execute()
    expect(names).toContainEqual({ name: 'used' })
    expect(names).not.toContainEqual({ name: 'left' })
    expect(await use(left.cookie)).toBe(401)
  })
})

describe('the audit log', () => {
  test('tells who opened, named and locked the back office', async () => {
    const cookie = await opened()
    await change(cookie, 'PATCH', { name: 'Ann' })
    expect(await look(cookie)).toMatchObject({ name: 'Ann' })
    await change(cookie, 'DELETE')
    expect((await entries()).slice(0, 3)).toMatchObject([
      { action: 'session.closed', actorName: 'Ann' },
      { action: 'session.named', actorName: 'Ann', before: { name: '' }, after: { name: 'Ann' } },
      { action: 'session.opened', actorName: 'Administrator', after: { network: '127.0.0.1' } },
    ])
  })

  test('tells of refusals, from one network once a minute at most', async () => {
    const before = (await entries()).length
    for (let times = 0; times < 4; times += 1) await open({ password: 'guess' })
    const all = await entries()
    expect(all).toHaveLength(before + 1)
    expect(all[0]).toMatchObject({
      action: 'session.refused',
      actorName: 'Somebody',
      subjectLabel: 'Somebody at 127.0.0.1',
    })
    await sql`update throttles set expire = expire - 60000`.execute(app.db)
    await open({ password: 'guess' })
    expect(await entries()).toHaveLength(before + 2)
  })

  test('takes no name that would show as something else', async () => {
    const cookie = await opened({ password: ADMIN_PASSWORD, name: '\u202eevil\u0007\t name' })
    expect(await look(cookie)).toMatchObject({ name: 'evil name' })
  })
})
