import { describe, expect, test } from 'vitest'
import { createClassFinder } from './class-finder.rules.ts'
import {
  CLASS_NAMES,
  type Crowding,
  classByAccess,
  classOf,
  comeBackSeconds,
  isShed,
  mostWaiting,
  REQUEST_CLASSES,
  type RequestClass,
  type RouteClass,
  SHORT_MS,
} from './request-classes.rules.ts'

const atEase = (): Crowding => ({ waitMs: 0, sinceFullMs: Number.POSITIVE_INFINITY })

describe('when the loop is late', () => {
  const shedAt = (lateMs: number) =>
    CLASS_NAMES.filter((name) => isShed(name, { lateMs, sinceMs: 101, arrived: 17 }, atEase))

  test('what pages report goes first, then visitors, members and signing in', () => {
    expect(shedAt(0)).toEqual([])
    const orders = [6, 9, 12, 20, 40, 70, 90].map((lateMs) => shedAt(lateMs).at(-1))
    expect(orders).toEqual(['report', 'call', 'page', 'file', 'door', 'memberPage', 'outbound'])
    for (const lateMs of [6, 9, 12, 20, 40, 70, 101]) {
      expect(shedAt(lateMs)).toEqual(CLASS_NAMES.slice(0, shedAt(lateMs).length))
    }
  })

  test('what lies ready for members, webhooks, checkout and the back office are never shed for that', () => {
    expect(CLASS_NAMES.filter((name) => !shedAt(100_000).includes(name))).toEqual([
      'memberReady',
      'webhook',
      'checkout',
      'backOffice',
    ])
  })

  test('a second of the payment provider’s busiest, all from its own network, has room', () => {
    const { share, atOnce, waiting } = REQUEST_CLASSES.webhook
    expect([share >= 200, atOnce + waiting >= share]).toEqual([true, true])
  })

  test('visitors and what pages report make way for whoever is inside and waits', () => {
    const calm = { lateMs: 0, sinceMs: 101, arrived: 1 }
    const shed = (insiders: Partial<Crowding>, sinceMs = 101) =>
      CLASS_NAMES.filter((name) =>
        isShed(name, { ...calm, sinceMs }, () => ({ ...atEase(), ...insiders })),
      )
    const yielding = ['report', 'call', 'page']
    expect(shed({ waitMs: 101 })).toEqual(yielding)
    expect(shed({ sinceFullMs: SHORT_MS - 1 })).toEqual(yielding)
    expect([...shed({ waitMs: 100 }), ...shed({ sinceFullMs: SHORT_MS })]).toEqual([])
    expect([...shed({ waitMs: 101 }, 100), ...shed({ sinceFullMs: 0 }, 100)]).toEqual([])
  })

  test.each([
    ['has only just become so', { lateMs: 5000, sinceMs: 100, arrived: 1000 }],
    ['is so without much to do', { lateMs: 5000, sinceMs: 5000, arrived: 16 }],
  ])('nothing is shed while it %s', (_, pressure) => {
    for (const name of CLASS_NAMES) expect(isShed(name, pressure, atEase)).toBe(false)
  })
})

test.each<[RouteClass, RequestClass, RequestClass, RequestClass]>([
  // With a session that has opened something here, with one that is only claimed, and without one.
  ['call', 'memberCall', 'door', 'call'],
  ['page', 'memberPage', 'door', 'page'],
  ['backOffice', 'backOffice', 'door', 'page'],
  ['outbound', 'outbound', 'door', 'call'],
  ['login', 'login', 'login', 'login'],
  ['checkout', 'checkout', 'checkout', 'checkout'],
  ['webhook', 'webhook', 'webhook', 'webhook'],
  ['file', 'file', 'file', 'file'],
  ['report', 'report', 'report', 'report'],
])('%s is %s inside, %s at the door, %s outside', (route, inside, atTheDoor, outside) => {
  if (route === 'none') throw new Error('It waits for nothing.')
  expect(classOf(route, 'inside')).toBe(inside)
  expect(classOf(route, 'atTheDoor')).toBe(atTheDoor)
  expect(classOf(route, 'outside')).toBe(outside)
})

test.each([
  [{ access: 'everyone', method: 'GET', url: '/api/deals' }, 'call'],
  [{ access: 'user', method: 'POST', url: '/api/account/password' }, 'call'],
  [{ access: 'admin', method: 'GET', url: '/api/admin/deals' }, 'backOffice'],
  [{ access: 'machine', method: 'POST', url: '/api/stripe/webhook' }, 'webhook'],
  [{ access: 'everyone', method: 'GET', url: '/assets/*' }, 'file'],
  [{ access: 'everyone', method: 'POST', url: '/somewhere' }, 'page'],
] as const)(
  'a route that says nothing is what its access makes of it: %j is %s',
  (route, found) => {
    expect(classByAccess(route)).toBe(found)
  },
)

test('a queue that stands lets fewer wait than one that came up in a rush', () => {
  expect([0, 999, 1000, 60_000].map((ms) => mostWaiting({ waiting: 24 }, ms))).toEqual([
    24, 24, 8, 8,
  ])
})

test('those who were turned away come back at different times', () => {
  const seconds = [0, 0.3, 0.5, 0.7, 0.99].map((chance) => comeBackSeconds(chance))
  expect(seconds).toEqual([2, 3, 4, 5, 6])
})

test('an address is known by its route, and in another spelling by none', () => {
  const find = createClassFinder([
    { method: 'GET', url: '/api/deals', requestClass: 'call' },
    { method: 'GET', url: '/api/deals/:dealId', requestClass: 'call' },
    { method: 'PUT', url: '/api/deals/:dealId', requestClass: 'backOffice' },
    { method: 'GET', url: '/assets/*', requestClass: 'file' },
    { method: 'GET', url: '/', requestClass: 'page' },
  ])
  const asked: Array<[string, string, RouteClass | undefined]> = [
    ['GET', '/api/deals?page=2', 'call'],
    ['HEAD', '/api/deals', 'call'],
    ['GET', '/api/deals/abc', 'call'],
    ['PUT', '/api/deals/abc', 'backOffice'],
    ['GET', '/assets/fonts/a.woff2', 'file'],
    ['GET', '/?signin=true', 'page'],
    ['GET', '/%61pi/deals', undefined],
    ['DELETE', '/api/deals', undefined],
    ['GET', '', undefined],
  ]
  for (const [method, address, found] of asked) expect(find(method, address)).toBe(found)
})
