import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import { startTcpProxy } from '#test/faults/tcp-proxy.ts'
import { createServerDatabase, openServerDatabase } from '#test/support/databases/test-database.ts'
import { createDeal, createMember, createPerson, PASSWORD } from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({
  extend: (http) => {
    http.get('/api/broken/:kind', { config: { access: 'everyone' } }, (request) => {
      const { kind } = request.params as { kind: string }
      if (kind === 'text') throw 'canary text'
      if (kind === 'nothing') throw undefined
      if (kind === 'status') throw Object.assign(new Error('canary status'), { statusCode: 500 })
      if (kind === 'promise') return Promise.reject(new TypeError('canary promise'))
      throw new Error('canary error', { cause: new Error('canary cause') })
    })
    http.get('/api/busy', { config: { access: 'everyone' } }, () => {
      throw new Problem(409, 'in-use', 'Somebody else is at it.', { retryAfterSeconds: 3 })
    })
  },
})

describe('a bug', () => {
  test.each(['error', 'text', 'nothing', 'status', 'promise'])(
    'that throws %s is a bare 500 with an id, by which it is found in the log',
    async (kind) => {
      const response = await app.inject({ url: `/api/broken/${kind}` })
      const { requestId, ...body } = response.json()
      expect([response.statusCode, body]).toEqual([
        500,
        { error: 'Something went wrong on our side. Please try again.', code: 'internal-error' },
      ])
      expect(response.headers['cache-control']).toBe('private, no-store')
      expect(response.headers['x-content-type-options']).toBe('nosniff')
      const logged = app.logLines
        .map((line) => JSON.parse(line))
        .filter(({ reqId }) => reqId === requestId)
      expect(logged).toMatchObject([
        { level: 'error', msg: 'bug', route: '/api/broken/:kind' },
        { level: 'error', msg: 'answered', status: 500 },
      ])
      if (kind === 'error') expect(logged[0].err).toMatchObject({ message: 'canary error' })
    },
  )

  test('in the database says nothing about the database, nor about whose row it was', async () => {
    const { email } = await createPerson(app.ctx)
    await sql`
      create function complain() returns trigger language plpgsql as
      $$ begin raise exception 'about %', (select email from users where id = new.user_id); end $$
    `.execute(app.db)
    await sql`create trigger complain before insert on sessions for each row execute function complain()`.execute(
      app.db,
    )
    const payload = { email, password: PASSWORD }
    const response = await app.inject({ method: 'POST', url: '/api/login', payload })
    await sql`drop trigger complain on sessions`.execute(app.db)
    expect([response.statusCode, response.json().code]).toEqual([500, 'internal-error'])
    expect(app.logLines.join()).toContain('database error P0001')
    expect(response.body + app.logLines.join()).not.toContain(email)
  })
})

test('an expected failure says what it is and when to try again', async () => {
  const response = await app.inject({ url: '/api/busy' })
  expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([
    409,
    '3',
    { error: 'Somebody else is at it.', code: 'in-use', requestId: expect.any(String) },
  ])
})

test('the process is alive and ready', async () => {
  for (const url of ['/healthz', '/readyz']) {
    expect((await app.inject({ url })).json()).toEqual({ status: 'ok' })
  }
})

// The embedded database runs in the process, so it cannot be away on its own.
describe('while the database is away', () => {
  test('everything that needs it says so, nothing pretends, and all is well when it is back', async () => {
    const url = new URL(await createServerDatabase())
    const proxy = await startTcpProxy(Number(url.port))
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    const cut = await createTestApp({ database: await openServerDatabase(url.href) })
    const member = await createMember(cut.ctx)
    const { id } = await createDeal(cut.ctx)
    const login = {
      method: 'POST' as const,
      url: '/api/login',
      payload: { email: member.email, password: PASSWORD },
    }
    const event = {
      method: 'POST' as const,
      url: '/api/log-event',
      payload: { eventType: 'sign-in' },
    }
    const requests = [
      ...['/api/deals', '/api/deals/preview', `/api/deals/${id}`, `/api/track/deal/${id}`].map(
        (url) => ({ url }),
      ),
      ...['/api/user', '/api/subscription', '/readyz'].map((url) => ({ url })),
      login,
      event,
      { method: 'POST' as const, url: '/api/logout' },
    ]
    const askAll = async () => {
      const answers = []
      for (const request of requests) answers.push(await cut.as(member).inject(request))
      return answers
    }
    const reads = requests.slice(0, 7)
    for (const request of reads) expect((await cut.as(member).inject(request)).statusCode).toBe(200)

    const underWay = expect(sql`select pg_sleep(20)`.execute(cut.db)).rejects.toThrow()
    await sql`select 1`.execute(cut.db)
    await proxy.cut()
    await underWay
    for (const answer of await askAll()) {
      expect([answer.statusCode, answer.headers['retry-after']], answer.body).toEqual([
        503,
        expect.stringMatching(/^[2-6]$/),
      ])
      expect(answer.json()).toMatchObject({ code: 'unavailable' })
      expect(answer.body).not.toMatch(/password|ECONN|127\.0\.0\.1/)
    }
    expect((await cut.inject({ url: '/healthz' })).statusCode).toBe(200)

    await proxy.mend()
    await expect.poll(() => cut.ctx.live.isListening()).toBe(true)
    // Signing out is the last of these calls, and had no effect while the database was away.
    for (const answer of await askAll()) expect(answer.statusCode, answer.body).toBe(200)
    expect((await cut.as(member).inject({ url: '/api/user' })).statusCode).toBe(401)
    await cut.close()
    await proxy.cut()
  })

  test('a line that is cut inside a transaction is the database away, and no bug', async () => {
    const url = new URL(await createServerDatabase())
    const proxy = await startTcpProxy(Number(url.port))
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    const cut = await createTestApp({
      database: await openServerDatabase(url.href),
      extend: (http, { db }) => {
        http.get('/api/in-the-middle', { config: { access: 'everyone' } }, async () =>
          db.transaction().execute(async (trx) => {
            await sql`select 1`.execute(trx)
            await proxy.cut()
            // By now the driver knows of it, and its next error has no code.
            await new Promise(setImmediate)
            await sql`select 2`.execute(trx)
          }),
        )
      },
    })
    const answer = await cut.inject({ url: '/api/in-the-middle' })
    expect([answer.statusCode, answer.headers['retry-after']], answer.body).toEqual([
      503,
      expect.stringMatching(/^[2-6]$/),
    ])
    const lines = cut.logLines.map((line) => JSON.parse(line))
    const { requestId: reqId } = answer.json()
    expect(lines.filter(({ msg }) => msg === 'bug')).toEqual([])
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        reqId,
        msg: 'the database cannot be reached, or gave up',
        err: expect.objectContaining({ message: expect.stringMatching(/terminated|queryable/) }),
      }),
    )
    await cut.close()
  })

  test('a storm that finds no database is told of once a second and route, with how many there were', async () => {
    const url = new URL(await createServerDatabase())
    const proxy = await startTcpProxy(Number(url.port))
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    const cut = await createTestApp({ database: await openServerDatabase(url.href) })
    await proxy.cut()
    const report = () =>
      cut.inject({
        method: 'POST',
        url: '/api/log-event',
        payload: { eventType: 'sign-in', eventData: { path: '/' } },
      })
    const storm = async () => {
      const answers: number[] = []
      for (let n = 0; n < 30; n += 1) answers.push((await report()).statusCode)
      return answers
    }
    const begun = Date.now()
    const answers = await storm()
    await delay(1000)
    answers.push(...(await storm()))
    const seconds = Math.ceil((Date.now() - begun) / 1000)
    await cut.close()

    expect(answers.filter((status) => status === 503).length).toBeGreaterThan(40)
    const lines = cut.logLines.map((line) => JSON.parse(line))
    const causes = lines.filter(
      ({ msg, route }) => /cannot be reached/.test(msg) && route === '/api/log-event',
    )
    const kinds = new Set(causes.map(({ err }) => err.code ?? err.type)).size
    expect(causes.length).toBeGreaterThan(1)
    expect(causes.length).toBeLessThanOrEqual((seconds + 1) * kinds)
    const told = causes.reduce((sum, { others = 0 }) => sum + 1 + others, 0)
    expect(told).toBeGreaterThan(20)
    // Each request's own line says which request it was and that it failed, and no more.
    const answered = cut.logLines.filter((line) => line.includes('"answered"'))
    expect(Math.max(...answered.map((line) => line.length))).toBeLessThan(300)
  })

  test('a line that swallows everything keeps nobody waiting and nothing out of date', async () => {
    const url = new URL(await createServerDatabase())
    const elsewhere = await openServerDatabase(url.href)
    const proxy = await startTcpProxy(Number(url.port))
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    const cut = await createTestApp({ database: await openServerDatabase(url.href) })
    const member = await createMember(cut.ctx)
    const { id } = await createDeal(cut.ctx)
    const feed = async () => (await cut.inject({ url: '/api/deals' })).body
    expect(await feed()).toContain(id)

    proxy.swallow()
    const waiting = cut.as(member).inject({ url: '/api/user' })
    const slept = sql`select pg_sleep(2.5)`.execute(elsewhere.db).then(() => 'slept')
    await elsewhere.db.transaction().execute(async (trx) => {
      await trx.updateTable('deals').set({ isPublished: false }).where('id', '=', id).execute()
      await announce(trx, 'deals')
    })
    expect(await Promise.race([waiting.then(({ statusCode }) => statusCode), slept])).toBe(503)
    await expect.poll(feed).not.toContain(id)
    expect((await cut.as(member).inject({ url: '/api/user' })).statusCode).toBe(200)
    await elsewhere.close()
    await cut.close()
    await proxy.cut()
  })
})
