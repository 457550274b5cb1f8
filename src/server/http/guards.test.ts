import { beforeAll, describe, expect, test } from 'vitest'
import { openAdmin } from '#test/support/admin.ts'
import { createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const OWN = 'http://localhost:3000'

/** Sends a request without the headers that the test browser adds by itself. */
const send = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) => app.http.inject({ method: method as 'POST', url, headers, ...(payload ? { payload } : {}) })

/** The cookies of somebody who may call everything. */
let everything: string
let changing: Array<{ method: string; url: string }>
let reading: string[]
beforeAll(async () => {
  everything = `${(await createMember(app.ctx)).cookie}; ${(await openAdmin(app)).cookie}`
  const routes = app.http.routeTable
    .filter(({ access }) => access !== 'machine')
    .map(({ method, url }) => ({ method, url: url.replace(/:\w+|\*/g, 'AAAAAAAAAAAA') }))
  changing = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
  reading = routes
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/'))
    .map(({ url }) => url)
  expect(changing.length).toBeGreaterThanOrEqual(3)
  expect(reading.length).toBeGreaterThanOrEqual(7)
})

test('only those who prove themselves may call without being a page of ours', async () => {
  const open = app.http.routeTable.filter(({ access }) => access === 'machine')
  expect(open.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
    'POST /api/mail/events',
    'POST /api/stripe/webhook',
    'POST /unsubscribe/:token',
  ])
  expect((await send('POST', '/api/stripe/webhook', {}, '{}')).statusCode).toBe(400)
  expect((await send('POST', '/unsubscribe/nobody', {}, '')).statusCode).toBe(400)
})

describe('a request that changes something', () => {
  test.each<[string, Record<string, string>]>([
    ['does not say where it comes from', {}],
    ['comes from another site', { 'sec-fetch-site': 'cross-site' }],
    ['comes from a sister site', { 'sec-fetch-site': 'same-site' }],
    ['was typed in', { 'sec-fetch-site': 'none' }],
    ['says something else', { 'sec-fetch-site': 'Same-Origin, same-origin' }],
    ['comes from another origin', { origin: 'https://evil.example' }],
    ['comes from a sandboxed page', { origin: 'null' }],
    ['comes from an origin that starts like ours', { origin: `${OWN}.evil.example` }],
    ['comes from our host by another scheme', { origin: OWN.replace('http', 'https') }],
    ['comes from another port', { origin: 'http://localhost:3001' }],
    ['believes the Host header', { host: 'evil.example', origin: 'http://evil.example' }],
    [
      'is from elsewhere by the better of two witnesses',
      { 'sec-fetch-site': 'cross-site', origin: OWN },
    ],
  ])('is refused when it %s, whatever the route', async (_, headers) => {
    for (const { method, url } of changing) {
      const response = await send(
        method,
        url,
        { 'content-type': 'application/json', ...headers },
        '{}',
      )
      expect([response.statusCode, response.json().code], `${method} ${url}`).toEqual([
        403,
        'cross-site',
      ])
      expect(response.headers).not.toHaveProperty('set-cookie')
    }
  })

  test.each<[string, Record<string, string>]>([
    ['the browser says so', { 'sec-fetch-site': 'same-origin' }],
    ['an older browser names our origin', { origin: OWN }],
  ])('is taken from our own pages when %s', async (_, headers) => {
    for (const { method, url } of changing) {
      const response = await send(
        method,
        url,
        { 'content-type': 'application/json', ...headers },
        '{}',
      )
      // It may require more proof than the origin, but the origin was accepted.
      expect(response.body, `${method} ${url}`).not.toContain('cross-site')
    }
  })

  test.each([
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-URLencoded; charset=utf-8',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; application/json',
    'application/xml',
    'application/json5',
    'nonsense',
  ])('is not taken as %s, which a form on any page can send', async (type) => {
    for (const { method, url } of changing) {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type, cookie: everything }
      const response = await send(method, url, headers, '{"email":"a@b.example","password":"x"}')
      const said = `${response.statusCode} ${response.json().error}`
      // Upload routes accept such forms, but only with the token that no other site can know.
      const refusal = type.startsWith('multipart')
        ? /^(415 Send this|403 Security)/
        : /^415 Send this/
      expect(said, `${method} ${url}`).toMatch(refusal)
    }
  })
})

describe('our API', () => {
  test('cannot be read by another site with the cookies of a visitor', async () => {
    for (const url of reading) {
      const response = await send('GET', url, { 'sec-fetch-site': 'cross-site' })
      expect([response.statusCode, response.json().code], url).toEqual([403, 'cross-site'])
    }
  })

  test('of the back office is asked by nothing that holds a NUL, which no database takes', async () => {
    const reads = app.http.routeTable.filter(
      ({ method, access }) => method === 'GET' && access === 'admin',
    )
    expect(reads.length).toBeGreaterThanOrEqual(20)
    for (const { url } of reads) {
      const asked = `${url.replace(/:\w+|\*/g, 'AAAAAAAAAAAA')}?q=%00`
      const response = await send('GET', asked, { cookie: everything })
      expect([response.statusCode, response.json().error], asked).toEqual([
        400,
        'The address holds what no address needs.',
      ])
    }
  })

  test('is known as such however its address is written', async () => {
    for (const url of [
      '/%61pi/deals',
      '/a%70i/deals',
      '/api%2fdeals',
      '/%61pi/user',
      '//api/deals',
    ]) {
      const response = await send('GET', url, { 'sec-fetch-site': 'cross-site' })
      expect([403, 404], url).toContain(response.statusCode)
    }
    const login = {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    }
    expect((await send('POST', '/%61pi/login', login, 'email=a')).statusCode).toBe(415)
  })

  test('can be linked to and opened by hand', async () => {
    for (const site of ['none', 'same-origin', 'same-site']) {
      expect((await send('GET', '/api/deals', { 'sec-fetch-site': site })).statusCode).toBe(200)
    }
    expect((await send('GET', '/api/deals')).statusCode).toBe(200)
  })
})

describe('a call that changes something', () => {
  const ours = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

  test('takes no parameter that it does not know, and does nothing then', async () => {
    for (const name of ['dryRun', 'email', '__proto__', 'constructor']) {
      const answer = await send('POST', `/api/logout?${name}=true`, ours, '{}')
      expect([answer.statusCode, answer.json().error]).toEqual([
        400,
        `${name}: is nothing that this call knows in its address`,
      ])
    }
    expect((await send('POST', '/api/logout', ours, '{}')).statusCode).toBe(200)
    expect((await send('POST', '/api/logout?', ours, '{}')).statusCode).toBe(200)
  })

  test('says so only to whoever may call it', async () => {
    const answer = await send('DELETE', '/api/deals/some-deal?dryRun=true', ours, '{}')
    expect(answer.statusCode).toBe(401)
  })
})
