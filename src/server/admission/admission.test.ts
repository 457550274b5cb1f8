import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newToken } from '#app/server/tokens.ts'
import { createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createClassFinder } from './class-finder.rules.ts'
import {
  CLASS_NAMES,
  LARGE_BODIES,
  REQUEST_CLASSES,
  type RouteClass,
} from './request-classes.rules.ts'

/** Routes whose answers wait until a test lets them go. */
const WAITING: Array<[url: string, requestClass: RouteClass | undefined]> = [
  ['/api/waiting', undefined],
  ['/api/waiting/back-office', 'backOffice'],
  ['/api/waiting/outbound', 'outbound'],
]
const DATABASE_GAVE_UP = '57014'
let begun = 0
let answering = Promise.withResolvers<void>()

const app = useTestApp({
  hasPages: true,
  environment: { TRUST_PROXY: '1' },
  extend: (http) => {
    for (const [url, requestClass] of WAITING) {
      const config = { access: 'everyone' as const, ...(requestClass && { requestClass }) }
      http.get(url, { config }, async () => {
        begun += 1
        await answering.promise
        return { isDone: true }
      })
    }
    http.get('/api/waiting/in-vain', { config: { access: 'everyone' } }, async () => {
      begun += 1
      await answering.promise
      throw Object.assign(new Error('canceling statement'), { code: DATABASE_GAVE_UP })
    })
  },
})
let port: number
beforeAll(async () => {
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
})
beforeEach(() => {
  answering = Promise.withResolvers()
  begun = 0
})
afterEach(async () => {
  answering.resolve()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await until(() => Object.values(app.http.admission()).every((each) => each.begun === 0))
})

type Asked = { network?: string; cookie?: string; body?: object }
type Answer = { status: number; headers: IncomingMessage['headers']; body: string }
let networks = 0

/** Asks from a network of its own, unless one is given. */
function ask(path: string, { network, cookie, body }: Asked = {}) {
  networks += 1
  const sent = request({
    port,
    host: '127.0.0.1',
    path,
    method: body ? 'POST' : 'GET',
    agent: false,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'x-forwarded-for': network ?? `10.0.${networks >> 8}.${networks & 255}`,
      ...(cookie ? { cookie } : {}),
    },
  })
  const asked: { answer?: Answer } = {}
  sent.on('error', () => {})
  sent.on('response', async (response) => {
    let text = ''
    for await (const chunk of response) text += chunk
    asked.answer = { status: response.statusCode ?? 0, headers: response.headers, body: text }
  })
  sent.end(body && JSON.stringify(body))
  return asked
}

async function until(isSo: () => boolean) {
  while (!isSo()) await turn()
}

/** A request that has a place reaches the handler only some turns later. */
const handlerHasAll = (count: number) => until(() => begun >= count)

async function answerTo(...asked: Parameters<typeof ask>): Promise<Answer> {
  const sent = ask(...asked)
  await until(() => sent.answer !== undefined)
  return sent.answer as Answer
}

/** Sends this many requests, and waits until each has begun, waits or was refused. */
async function flood(count: number, path: string, asked: () => Asked = () => ({})) {
  const before = inHand()
  const all = Array.from({ length: count }, () => ask(path, asked()))
  await until(() => inHand() - before + all.filter(({ answer }) => answer).length === count)
  return all
}

function inHand(): number {
  const figures = Object.values(app.http.admission())
  return figures.reduce((sum, each) => sum + each.begun + each.waiting, 0)
}

test('every route is of a class, said or by its access, and is known by its address before it is routed', () => {
  const routes = app.http.routeTable
  expect(routes.length).toBeGreaterThan(100)
  const find = createClassFinder(routes)
  for (const { method, url, requestClass } of routes) {
    expect([...CLASS_NAMES, 'none']).toContain(requestClass)
    const address = url.replace(/:\w+/g, 'abc').replace('*', 'some/thing')
    expect([method, url, find(method, address)]).toEqual([method, url, requestClass])
  }
  const classes = Map.groupBy(routes, ({ requestClass }) => requestClass)
  expect([...classes.keys()].toSorted()).toEqual([
    'backOffice',
    'call',
    'checkout',
    'file',
    'login',
    'none',
    'outbound',
    'page',
    'report',
    'webhook',
  ])
})

describe('while the feed is flooded', () => {
  const { atOnce, waiting } = REQUEST_CLASSES.call
  let all: Awaited<ReturnType<typeof flood>>
  beforeEach(async () => {
    all = await flood(atOnce + waiting + 20, '/api/waiting')
    await handlerHasAll(atOnce)
  })

  test('so many are begun and so many wait; the rest is told when to come back, each at another time', async () => {
    const refused = all.flatMap(({ answer }) => answer ?? [])
    expect([begun, refused.length]).toEqual([atOnce, 20])
    for (const { status, headers, body } of refused) {
      expect([status, headers['content-type']]).toEqual([503, 'application/json; charset=utf-8'])
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', requestId: expect.any(String) })
    }
    const again = new Set(refused.map(({ headers }) => headers['retry-after']))
    expect(again.size).toBeGreaterThan(1)
    expect(app.http.admission().call.turnedAway).toBeGreaterThanOrEqual(20)
  })

  test('webhooks, checkout, signing in, files and what watches the process are answered', async () => {
    const { cookie } = await createMember(app.ctx)
    const answers: Array<[path: string, asked: Asked, status: number]> = [
      ['/api/stripe/webhook', { body: {} }, 400],
      ['/api/create-checkout-session', { body: { priceId: 'no such' } }, 400],
      ['/api/login', { body: { email: 'a@people.test', password: 'not-the-one' } }, 401],
      ['/api/log-event', { body: { eventType: 'visit-home' } }, 200],
      ['/favicon.svg', {}, 200],
      ['/healthz', {}, 200],
      ['/readyz', {}, 200],
      // A member does not count among them, whether known here already or not.
      ['/api/deals', { cookie }, 200],
      ['/api/deals', { cookie }, 200],
      ['/api/deals', {}, 503],
    ]
    for (const [path, asked, status] of answers) {
      expect([path, (await answerTo(path, asked)).status]).toEqual([path, status])
    }
  })
})

test('one network has a part of the places, and the others are for others', async () => {
  const { atOnce, share, waiting } = REQUEST_CLASSES.call
  const network = '192.0.2.7'
  const all = await flood(share + 10, '/api/waiting', () => ({ network }))
  await handlerHasAll(atOnce)
  expect(begun).toBe(atOnce)
  expect(all.filter(({ answer }) => answer?.status === 503)).toHaveLength(10)
  const others = await flood(atOnce + waiting - share, '/api/waiting')
  expect(others.filter(({ answer }) => answer)).toHaveLength(0)
})

test('bodies that take memory while they arrive are few, and small ones are not meant', async () => {
  const { fromBytes, ofOneNetwork } = LARGE_BODIES
  const sent = (network: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const line = { socket, answer: '' }
    socket.on('data', (chunk) => {
      line.answer += chunk
    })
    socket.write(
      `POST /api/stripe/webhook HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network}\r\nContent-Length: ${fromBytes}\r\n\r\nx`,
    )
    return line
  }
  const lines = Array.from({ length: ofOneNetwork + 1 }, () => sent('192.0.2.9'))
  await until(() => lines.some(({ answer }) => answer !== ''))
  expect(
    lines
      .map(({ answer }) => answer.slice(9, 12))
      .toSorted()
      .at(-1),
  ).toBe('503')
  expect((await answerTo('/api/stripe/webhook', { network: '192.0.2.9', body: {} })).status).toBe(
    400,
  )
  const waiting = lines.filter(({ answer }) => answer === '')
  expect(waiting).toHaveLength(ofOneNetwork)
  const before = app.logLines.length
  for (const { socket } of lines) socket.destroy()
  // A client that leaves is no error of ours.
  const connected = () =>
    new Promise<number>((resolve) => app.http.server.getConnections((_, count) => resolve(count)))
  while ((await connected()) > 0) await turn()
  for (let turns = 0; turns < 5; turns += 1) await turn()
  expect(app.logLines.slice(before).filter((line) => /"level":"(error|warn)"/.test(line))).toEqual(
    [],
  )
})

test('a flood at the back office with made-up cookies takes no place of whoever is inside', async () => {
  const [known, first] = await Promise.all([createMember(app.ctx), createMember(app.ctx)])
  expect((await answerTo('/api/user', known)).status).toBe(200)
  const { atOnce, waiting } = REQUEST_CLASSES.door
  const path = '/api/waiting/back-office'
  const made = await flood(atOnce + waiting + 20, path, () => ({ cookie: `admin=${newToken()}` }))
  expect(made.filter(({ answer }) => answer?.status === 503)).toHaveLength(20)
  await handlerHasAll(atOnce)
  expect(begun).toBe(atOnce)
  // Any session that has opened something here will do for this.
  const cookie = known.cookie.replace('session', 'admin')
  await flood(3, path, () => ({ cookie }))
  await handlerHasAll(atOnce + 3)
  expect(begun).toBe(atOnce + 3)
  expect(app.http.admission().backOffice.begun).toBe(3)
  expect((await answerTo('/api/user', known)).status).toBe(200)
  // A session that is new here waits with those that are only claimed.
  expect((await answerTo('/api/user', first)).status).toBe(503)
})

test('who says to have a session is asked whether it is one, and then stands where they belong', async () => {
  const { atOnce, waiting } = REQUEST_CLASSES.call
  const made = () => ({ cookie: `session=${newToken()}` })
  const all = await flood(atOnce + waiting + 20, '/api/waiting', made)
  await until(() => all.filter(({ answer }) => answer?.status === 503).length === 20)
  await handlerHasAll(atOnce)
  expect(begun).toBe(atOnce)
  expect(app.http.admission()).toMatchObject({
    call: { begun: atOnce, waiting },
    door: { begun: 0, waiting: 0 },
  })
  // An open session that is new here counts as a member's at once.
  const first = await createMember(app.ctx)
  expect((await answerTo('/api/deals', first)).status).toBe(200)
})

test('ways out that wait take no place of those who read', async () => {
  const known = await createMember(app.ctx)
  expect((await answerTo('/api/user', known)).status).toBe(200)
  const { atOnce } = REQUEST_CLASSES.outbound
  const all = await flood(atOnce + 5, '/api/waiting/outbound', () => known)
  expect(all.filter(({ answer }) => answer?.status === 503)).toHaveLength(5)
  expect(app.http.admission()).toMatchObject({
    outbound: { begun: atOnce },
    memberCall: { begun: 0 },
  })
  expect((await answerTo('/api/deals', known)).status).toBe(200)
  const ways = app.http.routeTable.filter(({ requestClass }) => requestClass === 'outbound')
  expect(ways.map(({ url }) => url)).toContain('/api/track/deal/:dealId')
})

test('who has been in the making for five seconds is answered, and leaves the place to others', async () => {
  const { atOnce } = REQUEST_CLASSES.call
  // Stops the timers, so that nobody has waited too long, however slowly this goes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const all = await flood(atOnce + 3, '/api/waiting')
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 5000)
  const first = all.slice(0, atOnce)
  await until(() => first.every(({ answer }) => answer))
  expect(new Set(first.map(({ answer }) => answer?.status))).toEqual(new Set([503]))
  expect(first[0]?.answer?.body).toContain('took too long')
  expect(first[0]?.answer?.headers['retry-after']).toBeDefined()
  expect(app.http.admission().call).toMatchObject({ begun: 3, tooLate: atOnce })
  answering.resolve()
  await until(() => all.every(({ answer }) => answer))
  expect(all.filter(({ answer }) => answer?.status === 200)).toHaveLength(3)
  expect(app.logLines.filter((line) => line.includes('already sent'))).toEqual([])
})

test('what fails after it was given up on is told of once, not with a stack for each', async () => {
  const { atOnce } = REQUEST_CLASSES.call
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = app.logLines.length
  const all = await flood(atOnce, '/api/waiting/in-vain')
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 5000)
  await until(() => all.every(({ answer }) => answer))
  answering.resolve()
  const told = () => app.logLines.slice(before).filter((line) => line.includes(DATABASE_GAVE_UP))
  await until(() => told().length > 0)
  await turn()
  expect(told().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'the database cannot be reached, or gave up',
      route: '/api/waiting/in-vain',
    }),
  ])
})
