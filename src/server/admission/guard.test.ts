import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createAdmission } from './admission.ts'
import type { CachedForOwner, CacheOutcome, SessionOwner } from './guard.ts'
import { insidersOf } from './insiders.ts'
import { LONGEST_WAIT_MS, SHORT_MS } from './request-classes.rules.ts'

const app = useTestApp({ hasPages: true })
afterEach(() => {
  vi.restoreAllMocks()
})

describe('while the loop is late', () => {
  const pressure = { lateMs: 0, sinceMs: 1000, arrived: 1000 }
  const handled: string[] = []
  let found: CacheOutcome = 'nothing'
  let readyForOwner: ReturnType<CachedForOwner>
  let findOwner = async (_token: string): Promise<SessionOwner | undefined> => undefined
  const config = readConfig({ NODE_ENV: 'test' })
  const server = createServer()
  let own: number
  let guarded: RequestListener
  beforeAll(async () => {
    const admission = createAdmission({
      config,
      headers: { 'x-frame-options': 'DENY' },
      nextId: () => 'id',
      cookies: { session: 'session', admin: 'admin' },
      loop: { now: () => pressure, count: () => {}, stop: () => {} },
      sendCached: (_raw, response) => {
        if (found === 'sent') response.end('ready')
        return found
      },
      cachedForOwner: () => readyForOwner,
    })
    admission.addTo({
      ...app.http,
      routeTable: app.http.routeTable,
      decorate: () => app.http,
      addHook: (name: string, hook: (done: () => void) => void) => {
        if (name === 'onReady') hook(() => {})
      },
      busyPage: { plain: Buffer.from('busy'), br: Buffer.from('br'), gzip: Buffer.from('gzip') },
      findSessionOwner: (token: string) => findOwner(token),
    } as never)
    guarded = admission.guard((raw, response) => {
      handled.push(raw.url ?? '')
      response.end()
    })
    server.on('request', guarded)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    own = (server.address() as { port: number }).port
  })
  afterAll(() => server.close())

  async function answerTo(path: string, { cookie, body }: { cookie?: string; body?: object } = {}) {
    const method = body ? 'POST' : 'GET'
    const headers = cookie ? { cookie } : {}
    const sent = request({ port: own, host: '127.0.0.1', path, method, agent: false, headers })
    sent.end(body && JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers: said } = response
    return { status, headers: said, body: await text(response) }
  }

  const PATHS = ['/api/log-event', '/api/deals', '/daily-deals', '/favicon.svg', '/api/login']
  const LAST = [
    '/api/stripe/webhook',
    '/api/create-checkout-session',
    '/checkout/success',
    '/healthz',
  ]

  test.each([
    [0, []],
    [6, PATHS.slice(0, 1)],
    [9, PATHS.slice(0, 2)],
    [12, PATHS.slice(0, 3)],
    [20, PATHS.slice(0, 4)],
    [60_000, PATHS],
  ])('by %i ms, these are refused before the framework sees them: %j', async (lateMs, refused) => {
    // Stops the clock, so that no request has waited, however slow this machine is.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    pressure.lateMs = lateMs
    handled.length = 0
    for (const path of [...PATHS, ...LAST]) {
      const isPosted = /log-event|login|webhook|create/.test(path)
      const answer = await answerTo(path, isPosted ? { body: {} } : {})
      expect([path, answer.status]).toEqual([path, refused.includes(path) ? 503 : 200])
      if (answer.status === 503) expect(answer.headers['x-frame-options']).toBe('DENY')
    }
    expect(handled).toEqual([...PATHS, ...LAST].filter((path) => !refused.includes(path)))
  })

  test('what lies ready goes out however late it is, and whoever makes it anew is let in', async () => {
    pressure.lateMs = 60_000
    handled.length = 0
    found = 'sent'
    expect(await answerTo('/api/deals')).toMatchObject({ status: 200, body: 'ready' })
    expect(handled).toEqual([])
    found = 'due'
    expect((await answerTo('/api/deals')).status).toBe(200)
    expect(handled).toEqual(['/api/deals'])
    found = 'nothing'
    expect((await answerTo('/api/deals')).status).toBe(503)
  })

  describe('visitors beside those who come first', () => {
    const come = (url: string, cookie?: string) =>
      guarded(
        { method: 'GET', url, headers: { cookie }, socket: {} } as IncomingMessage,
        { end: () => {} } as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage },
      )
    let isMemberHere = false
    const first = ['/api/deals?page=2', '/healthz']
    const all = () => {
      handled.length = 0
      come('/api/deals')
      come('/daily-deals')
      if (!isMemberHere) return
      come('/api/deals?page=2', `session=${token}`)
      come('/healthz')
    }
    const token = newToken()
    beforeAll(() => insidersOf(config).note(hashToken(token)))
    beforeEach(() => {
      Object.assign(pressure, { lateMs: 0, sinceMs: 1000, arrived: 1000 })
      isMemberHere = true
      come('/api/deals?page=2', `session=${token}`)
    })
    afterAll(() => Object.assign(pressure, { lateMs: 0, sinceMs: 1000, arrived: 1000 }))

    test('they come after everybody else of a turn that many have come in, or that is late', async () => {
      for (const late of [
        { sinceMs: 1000, arrived: 1 },
        { sinceMs: 0, arrived: 17 },
      ]) {
        Object.assign(pressure, late)
        all()
        expect(handled).toEqual(first)
        await turn()
        expect(handled).toEqual([...first, '/api/deals', '/daily-deals'])
      }
      Object.assign(pressure, { sinceMs: 100, arrived: 16 })
      all()
      expect(handled).toEqual(['/api/deals', '/daily-deals', ...first])
    })

    test('a turn takes a slice of them, and the rest stands in the next one', async () => {
      Object.assign(pressure, { sinceMs: 1000, arrived: 1 })
      let now = performance.now()
      const clock = vi.spyOn(performance, 'now')
      // Each reading of the clock is a millisecond later.
      clock.mockImplementation(() => {
        now += 1
        return now
      })
      handled.length = 0
      for (let count = 0; count < 10; count += 1) come('/daily-deals')
      expect(handled).toEqual([])
      await turn()
      const slice = handled.length
      expect(slice).toBeGreaterThan(0)
      expect(slice).toBeLessThan(10)
      // New requests do not overtake those that wait, however calm it is by now.
      pressure.sinceMs = 0
      come('/api/deals')
      expect(handled).toHaveLength(slice)
      clock.mockRestore()
      while (handled.length < 11) await turn()
      expect(handled.at(-1)).toBe('/api/deals')
    })

    test('they wait for nobody while nobody came who comes first', () => {
      const now = performance.now()
      const clock = vi.spyOn(performance, 'now').mockReturnValue(now + SHORT_MS + 100)
      isMemberHere = false
      all()
      expect(handled).toEqual(['/api/deals', '/daily-deals'])
      clock.mockRestore()
    })
  })

  test('after a member was refused for that, members are begun again before visitors are', async () => {
    const token = newToken()
    insidersOf(config).note(hashToken(token))
    const member = { cookie: `session=${token}` }
    const statuses = async (path: string) => [
      (await answerTo(path, member)).status,
      (await answerTo(path)).status,
    ]
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
    pressure.lateMs = 0
    expect(await statuses('/api/deals')).toEqual([200, 200])
    pressure.lateMs = 70
    expect(await statuses('/api/deals')).toEqual([503, 503])
    pressure.lateMs = 0
    expect(await statuses('/api/deals')).toEqual([200, 503])
    expect(await statuses('/daily-deals')).toEqual([200, 503])
    // A sum of fractions may come out a little short.
    clock.mockReturnValue(now + SHORT_MS + 1)
    expect(await statuses('/api/deals')).toEqual([200, 200])
  })

  test('whoever is known is sent what lies ready for them however late it is, and nobody else', async () => {
    pressure.lateMs = 60_000
    handled.length = 0
    const token = newToken()
    insidersOf(config).note(hashToken(token))
    for (const path of ['/api/deals', '/daily-deals']) {
      const ask = (session: string) => answerTo(path, { cookie: `session=${session}` })
      expect((await ask(token)).status).toBe(503)
      readyForOwner = async (_owner, response) => {
        response.end('ready')
        return true
      }
      expect(await ask(token)).toMatchObject({ status: 200, body: 'ready' })
      expect((await ask(newToken())).status).toBe(503)
      readyForOwner = undefined
    }
    expect(handled).toEqual([])
  })

  test('where it cannot be told who somebody is, a page is asked for once more if that was said soon, a call never', async () => {
    pressure.lateMs = 0
    handled.length = 0
    readyForOwner = async () => false
    // A whole number, so that sums with it are exact.
    let now = Math.ceil(performance.now())
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const token = newToken()
    insidersOf(config).note(hashToken(token))
    const asked: Array<[path: string, tookMs: number, answer: object]> = [
      ['/daily-deals', LONGEST_WAIT_MS - 1, { status: 200, body: '' }],
      ['/daily-deals', LONGEST_WAIT_MS, { status: 503, body: 'busy' }],
      ['/api/deals', 0, { status: 503, body: expect.stringContaining('took too long') }],
    ]
    for (const [path, tookMs, answer] of asked) {
      findOwner = async () => {
        now += tookMs
        throw new Error('the database is away')
      }
      expect(await answerTo(path, { cookie: `session=${token}` })).toMatchObject(answer)
    }
    readyForOwner = undefined
    expect(handled).toEqual(['/daily-deals'])
  })
})
