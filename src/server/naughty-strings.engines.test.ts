import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openAdmin } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

const NAUGHTY = [
  ...[
    "'",
    '"',
    '\\',
    '%',
    '%00',
    '\0',
    '\n',
    '\r\nx: y',
    '../../..',
    '..\\..',
    '/',
    '//',
    '?',
    '#',
    ';',
    '|',
    '`id`',
  ],
  ...[
    'null',
    'undefined',
    'true',
    'NaN',
    '-0',
    '1e309',
    '0x1F',
    '1;drop table deals',
    "' or 1=1--",
    '$1',
    '{{7*7}}',
  ],
  ...[
    '<script>alert(1)</script>',
    `$\{7*7}`,
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '[object Object]',
  ],
  ...[
    '\ufeff',
    '\u202e',
    '\u2028',
    '﷽',
    'ß',
    'İ',
    'ı',
    '田中',
    '😀',
    '👨‍👩‍👧',
    'Z͑ͫ̓',
    '\uffff',
    '\u0301',
    '𝒳',
    'a'.repeat(5000),
  ],
]

let admin: string
beforeAll(async () => {
  admin = (await openAdmin(app)).cookie
})
// Without signing out of the back office, which would lock it for the other calls.
const routes = () =>
  app.http.routeTable.filter(
    ({ method, url }) => method !== 'DELETE' || url !== '/api/admin/session',
  )
const filled = (url: string, value: string) => url.replace(/:\w+|\*/g, () => value)

describe('naughty strings', () => {
  const text = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ unit: 'binary', maxLength: 30 }))
  const names = ['page', 'limit', 'click_type', 'sort', 'page[]', '__proto__', 'dealId']
  const filters = ['q', 'day', 'brand', 'retailer', 'ids', 'before', 'actor', 'subjectId']
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names, ...filters), text), text), {
    maxLength: 3,
  })
  const field = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }))
  const body = fc.oneof(
    fc.record({ email: field, password: field }, { requiredKeys: [] }),
    fc.record({ email: fc.constant('a@b.example'), password: text }),
    fc.record({
      eventType: fc.constantFrom('sign-in', 'x'),
      eventData: fc.record({ path: field, dealId: field }),
    }),
    fc.record({ ids: fc.array(field, { maxLength: 3 }), isPublished: fc.boolean() }),
    fc.record({ buyUrl: field, name: field }),
    fc.jsonValue(),
  )
  const cookie = fc.oneof(
    fc.constant(''),
    fc.constant('').map(() => admin),
    text.map((value) => `session=${encodeURIComponent(value)}; device=%; a`),
  )

  test('in the address, the query, the body and the cookies of every route are never a bug of ours', async () => {
    const all = routes().filter(({ method }) => method !== 'HEAD')
    const anyRequest = fc.tuple(fc.constantFrom(...all), text, query, body, cookie)
    await fc.assert(
      fc.asyncProperty(anyRequest, async ([{ method, url }, value, pairs, payload, sent]) => {
        const encoded = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
        const address = `${filled(url, encodeURIComponent(value))}?${encoded}`
        const withBody = method === 'GET' ? {} : { payload: JSON.stringify(payload) }
        const response = await app.inject({
          method: method as 'POST',
          url: address,
          headers: { 'content-type': 'application/json', cookie: sent },
          ...withBody,
        })
        expect(response.statusCode, `${method} ${address}: ${response.body}`).toBeLessThan(500)
        expect(response.body).not.toMatch(
          /\bat .+\.(ts|js):\d+|node_modules|postgres|syntax error/i,
        )
      }),
      { numRuns: 400 },
    )
    await app.db.deleteFrom('throttles').execute()
  })
})
