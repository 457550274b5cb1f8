import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp({ environment: { ADMIN_PASSWORD } })

type From = { password?: string; ip?: string; cookie?: string }

function attempt({ password = 'wrong', ip = '203.0.113.1', cookie }: From = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/admin/session',
    payload: { password },
    remoteAddress: ip,
    headers: cookie ? { cookie } : {},
  })
}

async function statuses(times: number, from: (index: number) => From = () => ({})) {
  const all: number[] = []
  for (let index = 0; index < times; index += 1) all.push((await attempt(from(index))).statusCode)
  return all
}

const count = (all: number[], status: number) => all.filter((each) => each === status).length
const fromEverywhere = (index: number) => ({ ip: `10.${index >> 8}.${index & 255}.1` })

/** Moves every counter as if this time had passed. */
async function wait(seconds: number) {
  await sql`update throttles set expire = expire - ${seconds * 1000}`.execute(app.db)
}

/** Returns the cookie of a browser that has opened the back office before. */
async function knownDevice(ip = '198.51.100.7'): Promise<string> {
  const { cookies } = await attempt({ password: ADMIN_PASSWORD, ip })
  return `admin-device=${cookies.find(({ name }) => name === 'admin-device')?.value}`
}

describe('guessing the administrator’s password', () => {
  test('is free five times, then waits half a minute, then twice as long each time', async () => {
    expect(await statuses(6)).toEqual([401, 401, 401, 401, 401, 429])
    const refused = await attempt({ password: ADMIN_PASSWORD })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
    const waits = [Number(refused.headers['retry-after'])]
    for (let round = 0; round < 2; round += 1) {
      await wait(waits.at(-1) ?? 0)
      expect(await statuses(2)).toEqual([401, 429])
      waits.push(Number((await attempt()).headers['retry-after']))
    }
    expect(waits.map((seconds) => Math.ceil(seconds / 10) * 10)).toEqual([30, 60, 120])
    await wait(waits.at(-1) ?? 0)
    expect((await attempt({ password: ADMIN_PASSWORD })).statusCode).toBe(200)
    expect(await statuses(6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('costs an honest administrator nothing', async () => {
    const all = await statuses(60, () => ({ password: ADMIN_PASSWORD }))
    expect(new Set(all)).toEqual(new Set([200]))
  })

  test('fifty attempts at once reach the password no more often than one after another', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt()))
    const all = answers.map((answer) => answer.statusCode)
    expect([count(all, 401), count(all, 429)]).toEqual([5, 45])
  })

  test('from everywhere ends at fifty an hour for strangers', async () => {
    const all = await statuses(51, fromEverywhere)
    expect([count(all, 401), all.at(-1)]).toEqual([50, 429])
    expect((await attempt({ ip: '192.0.2.1', password: ADMIN_PASSWORD })).statusCode).toBe(429)
    await wait(60 * 60)
    expect((await attempt({ ip: '192.0.2.1', password: ADMIN_PASSWORD })).statusCode).toBe(200)
  })

  test('by strangers never keeps out a browser that has opened the back office before', async () => {
    const cookie = await knownDevice()
    expect((await statuses(6, () => ({ ip: '198.51.100.7' }))).at(-1)).toBe(429)
    await statuses(51, fromEverywhere)
    // Even from the network that is attacking.
    const known = { cookie, ip: '198.51.100.7' }
    expect((await attempt({ ...known, password: ADMIN_PASSWORD })).statusCode).toBe(200)
    // It is throttled too, but by a counter of its own.
    expect(await statuses(6, () => known)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('a browser is not known by a mark that it made up, or that another password made', async () => {
    const cookie = await knownDevice()
    const [token = '', seal = ''] = cookie.replace('admin-device=', '').split('.')
    await statuses(51, fromEverywhere)
    const person = await createPerson(app.ctx)
    const signIn = { email: person.email, password: PASSWORD }
    const login = await app.inject({ method: 'POST', url: '/api/login', payload: signIn })
    const device = login.cookies.find(({ name }) => name === 'device')?.value
    for (const mark of [token, `${token}.`, `${token}.${token}`, `${seal}.${token}`, device]) {
      const forged = { cookie: `admin-device=${mark}`, password: ADMIN_PASSWORD, ip: '192.0.2.9' }
      expect((await attempt(forged)).statusCode, mark).toBe(429)
    }
    const other = await app.another({ environment: { ADMIN_PASSWORD: 'another-password' } })
    const old = { cookie, password: 'another-password', ip: '192.0.2.9' }
    expect((await attempt(old)).statusCode).toBe(429)
    await other.close()
    const back = await app.another({ environment: { ADMIN_PASSWORD } })
    await back.close()
  })

  test('does not fill the audit log: what was not looked at is not noted', async () => {
    await statuses(30)
    const refused = await app.db
      .selectFrom('auditEntries')
      .select('id')
      .where('action', '=', 'session.refused')
      .where('subjectId', '=', '203.0.113.1')
      .execute()
    expect(refused.length).toBeLessThanOrEqual(5)
  })
})
