import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#app/server/tokens.ts'
import { untilWaiting } from '#test/support/databases/lock-waits.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

let email: string
beforeEach(async () => {
  await app.db.deleteFrom('throttles').execute()
  email = (await createPerson(app.ctx)).email
})

type From = {
  to?: string
  password?: string
  ip?: string
  headers?: Record<string, string>
  on?: TestApp
}

function attempt({
  to = email,
  password = 'wrong',
  ip = '203.0.113.1',
  headers = {},
  on = app,
}: From = {}) {
  const payload = { email: to, password }
  return on.inject({ method: 'POST', url: '/api/login', payload, remoteAddress: ip, headers })
}

/** The statuses of this many attempts, one after another. */
async function statuses(times: number, from: (index: number) => From = () => ({})) {
  const all: number[] = []
  for (let index = 0; index < times; index += 1) all.push((await attempt(from(index))).statusCode)
  return all
}

const count = (all: number[], status: number) => all.filter((each) => each === status).length

/** Lets this many seconds pass for every counter. */
async function wait(seconds: number) {
  await sql`update throttles set expire = expire - ${seconds * 1000}`.execute(app.db)
}

/** The points of a counter; undefined when nothing was counted. */
async function pointsOf(key: string): Promise<number | undefined> {
  const row = await app.db
    .selectFrom('throttles')
    .select('points')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.points
}

/** Sets a counter to this many points. */
async function fill(key: string, points: number) {
  await app.db.updateTable('throttles').set({ points }).where('key', '=', key).execute()
}

describe('guessing the password of one account', () => {
  test('is free five times, then waits half a minute, then twice as long each time', async () => {
    expect(await statuses(6)).toEqual([401, 401, 401, 401, 401, 429])
    const refused = await attempt({ password: PASSWORD })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      {
        error: `Too many attempts. Please try again in ${refused.headers['retry-after']} seconds.`,
        code: 'too-many-requests',
      },
    ])
    const waits = [Number(refused.headers['retry-after'])]
    for (let round = 0; round < 3; round += 1) {
      await wait(waits.at(-1) ?? 0)
      expect(await statuses(2)).toEqual([401, 429])
      waits.push(Number((await attempt()).headers['retry-after']))
    }
    expect(waits.map((seconds) => Math.ceil(seconds / 10) * 10)).toEqual([30, 60, 120, 240])
  })

  test('is never locked for ever: after the wait the owner gets in and starts afresh', async () => {
    await statuses(6)
    await wait(31)
    expect((await attempt({ password: PASSWORD })).statusCode).toBe(200)
    expect(await statuses(6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('costs an honest person nothing: a right password takes its attempt back', async () => {
    expect(new Set(await statuses(30, () => ({ password: PASSWORD })))).toEqual(new Set([200]))
    // Nor does it use up the account's limit of a hundred tries a day from everywhere together.
    expect(await pointsOf(`sign-in-account:${hashToken(email)}`)).toBe(0)
  })

  test('fifty attempts at once reach the password no more often than one after another', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt()))
    const all = answers.map((answer) => answer.statusCode)
    expect([count(all, 401), count(all, 429)]).toEqual([5, 45])
  })

  test('is counted together by all server processes', async () => {
    const other = await app.another()
    const all = await statuses(6, (index) => ({ on: index % 2 === 0 ? app : other }))
    expect(all).toEqual([401, 401, 401, 401, 401, 429])
    await other.close()
  })

  test('from everywhere ends at a hundred a day, but its owner gets in on a known browser', async () => {
    const known = await attempt({ password: PASSWORD, ip: '198.51.100.7' })
    const device = known.cookies.find((cookie) => cookie.name === 'device')?.value
    const headers = { cookie: `device=${device}` }

    const all = await statuses(101, (index) => ({ ip: `10.0.${index >> 2}.1` }))
    expect([count(all, 401), all.at(-1)]).toEqual([100, 429])
    expect((await attempt({ ip: '10.1.1.1', password: PASSWORD })).statusCode).toBe(429)
    // The known browser gets in even from a network that the attack came from.
    expect((await attempt({ ip: '10.0.1.1', password: PASSWORD, headers })).statusCode).toBe(200)
    await wait(24 * 60 * 60)
    expect((await attempt({ ip: '10.1.1.1', password: PASSWORD })).statusCode).toBe(200)
  })

  test('a right password begins the hundred of its account afresh, and what is refused is none of them', async () => {
    const key = `sign-in-account:${hashToken(email)}`
    const network = (index: number) => ({ ip: `10.2.${index}.1` })
    await statuses(3, network)
    expect(await pointsOf(key)).toBe(3)
    expect((await attempt({ password: PASSWORD, ...network(4) })).statusCode).toBe(200)
    expect(await pointsOf(key)).toBe(0)
    await attempt(network(5))
    await fill(key, 99)
    const held = await app.db.startTransaction().execute()
    await sql`select from throttles where key = ${key} for update`.execute(held)
    const atOnce = Promise.all([attempt(network(6)), attempt(network(7))])
    await untilWaiting(app.db, 2)
    await held.rollback().execute()
    expect((await atOnce).map((answer) => answer.statusCode).toSorted()).toEqual([401, 429])
    expect(await pointsOf(key)).toBe(100)
  })

  test('a known browser is known for its own account only', async () => {
    const known = await attempt({ password: PASSWORD })
    const device = known.cookies.find((cookie) => cookie.name === 'device')?.value
    const headers = { cookie: `device=${device}` }
    const victim = await createPerson(app.ctx)
    const all = await statuses(25, (index) => ({
      to: index === 0 ? victim.email : `nobody${index}@example.com`,
      headers,
    }))
    expect(count(all, 401)).toBe(20)
  })
})

describe('trying many accounts from one network', () => {
  const someone = (index: number) => ({ to: `someone${index}@example.com` })

  test('ends after twenty failures, and goes on a quarter of an hour later', async () => {
    expect(count(await statuses(25, someone), 401)).toBe(20)
    expect((await attempt({ to: 'else@example.com', ip: '203.0.113.2' })).statusCode).toBe(401)
    await wait(15 * 60)
    expect((await attempt(someone(99))).statusCode).toBe(401)
  })

  test('a forged X-Forwarded-For makes it no other network', async () => {
    const all = await statuses(25, (index) => ({
      ...someone(index),
      headers: { 'x-forwarded-for': `192.0.2.${index}` },
    }))
    expect(count(all, 401)).toBe(20)
  })

  test('behind one trusted proxy, what that proxy added counts and what came before does not', async () => {
    const proxied = await app.another({ environment: { TRUST_PROXY: '1' } })
    const visitors = await statuses(25, (index) => ({
      ...someone(index),
      on: proxied,
      headers: { 'x-forwarded-for': `192.0.2.${index}` },
    }))
    expect(count(visitors, 401)).toBe(25)
    const forgers = await statuses(25, (index) => ({
      ...someone(index),
      on: proxied,
      headers: { 'x-forwarded-for': `10.9.8.${index}, 198.51.100.3` },
    }))
    expect(count(forgers, 401)).toBe(20)
    await proxied.close()
  })

  test('all addresses of an IPv6 household are one', async () => {
    const all = await statuses(25, (index) => ({
      ...someone(index),
      ip: `2001:db8:0:7:${index.toString(16)}::${index + 1}`,
    }))
    expect(count(all, 401)).toBe(20)
    expect((await attempt({ ...someone(50), ip: '2001:db8:0:8::1' })).statusCode).toBe(401)
  })

  test('a whole /48 is one that may fail ten times as often', async () => {
    await attempt({ ...someone(1), ip: '2001:db8:7:1::1' })
    const key = 'sign-in-wider-network:2001:db8:7'
    expect(await pointsOf(key)).toBe(1)
    await fill(key, 199)
    expect((await attempt({ ...someone(2), ip: '2001:db8:7:2::1' })).statusCode).toBe(401)
    const refused = await attempt({ ...someone(3), ip: '2001:db8:7:3::1' })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    expect((await attempt({ ...someone(4), ip: '2001:db8:8:1::1' })).statusCode).toBe(401)
  })
})

describe('far more wrong passwords than usual, from everywhere together', () => {
  const everywhere = (index: number) => ({
    to: `anyone${index}@example.com`,
    ip: `10.7.${index}.1`,
  })
  const warnings = () => app.logLines.filter((line) => line.includes('sign-ins fail'))

  test('refuse nobody, and are told of once a minute', async () => {
    await statuses(3, everywhere)
    expect(await pointsOf('sign-in-failures-overall:all')).toBe(3)
    expect(warnings()).toEqual([])
    await fill('sign-in-failures-overall:all', 300)
    expect(await statuses(4, everywhere)).toEqual([401, 401, 401, 401])
    expect(warnings().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', limit: 300, windowSeconds: 900 },
    ])
    await wait(60)
    await attempt(everywhere(9))
    expect(warnings()).toHaveLength(2)
  })

  test('a right password is none of them', async () => {
    await attempt({ password: PASSWORD })
    expect(await pointsOf('sign-in-failures-overall:all')).toBeUndefined()
  })
})
