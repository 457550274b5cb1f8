import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { ErrorBody } from './errors.ts'

const app = useTestApp()

const OURS_ALONE = {
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
}

/** Whether this is for search engines, link previews or home screens, and the same for everybody. */
function isForEverybody({ statusCode, raw }: LightMyRequestResponse) {
  const path = raw.req.url ?? ''
  return (
    statusCode === 200 &&
    /^\/(share\/[\w/.-]+\.jpg|robots\.txt|sitemap[\w/]*\.xml|\.well-known\/security[\w-]*\.txt|manifest\.webmanifest)$/.test(
      path,
    )
  )
}

/** What must hold for every answer of the server, whatever was asked. */
function expectProper(response: LightMyRequestResponse, what: string) {
  const { statusCode, headers, body } = response
  expect(statusCode, `${what}: ${body}`).toBeLessThan(500)
  expect(headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isForEverybody(response) ? {} : OURS_ALONE),
  })
  const policy = String(headers['content-security-policy'])
  expect(policy.split('; '), what).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]),
  )
  expect(policy, what).not.toMatch(/unsafe|\*|data:/)
  expect(headers, what).not.toHaveProperty('x-powered-by')
  if (statusCode >= 400 && response.raw.req.method !== 'HEAD') {
    expect(headers['content-type'], what).toBe('application/json; charset=utf-8')
    expect(
      Object.keys(response.json()).filter((key) => !(key in ErrorBody.shape)),
      what,
    ).toEqual([])
    const { code, requestId } = ErrorBody.parse(response.json())
    expect(code, what).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(requestId, what).toMatch(/^[0-9a-f]{20}$/)
  }
}

const routes = () => app.http.routeTable
const patternOf = (url: string) =>
  new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
const filled = (url: string, value: string) => url.replace(/:\w+|\*/g, () => value)

describe('every answer', () => {
  test('is marked as private and protected, on every route and with every method', async () => {
    const { id } = await createDeal(app.ctx)
    const { cookie } = await createMember(app.ctx)
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
    for (const { url } of routes()) {
      // With another method, `/api/deals/preview` is a deal with that name.
      const known = new Set(
        routes()
          .filter((route) => patternOf(route.url).test(filled(url, id)))
          .map(({ method }) => method),
      )
      for (const method of methods) {
        const what = `${method} ${url}`
        const response = await app.as({ cookie }).inject({ method, url: filled(url, id) })
        expectProper(response, what)
        if (!known.has(method)) expect([404, 405], what).toContain(response.statusCode)
      }
    }
  })

  test('on https tells the browser to stay there', async () => {
    const secure = await app.another({ environment: { PUBLIC_URL: 'https://club.example' } })
    for (const url of ['/api/deals', '/api/none', '/%']) {
      const { headers } = await secure.inject({ url })
      expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    }
    expect((await app.inject({ url: '/api/deals' })).headers).not.toHaveProperty(
      'strict-transport-security',
    )
    await secure.close()
  })

  test('is nobody but our own, whatever the headers of the request claim', async () => {
    const canary = 'evil-canary.example'
    const names = [
      'host',
      'x-forwarded-host',
      'x-forwarded-for',
      'x-original-url',
      'x-rewrite-url',
      'referer',
    ]
    const headers = Object.fromEntries(names.map((name) => [name, canary]))
    for (const url of ['/api/deals', '/api/user', '/api/none', '/none', '/api/openapi.json']) {
      const response = await app.inject({ url, headers })
      expectProper(response, url)
      expect(response.body + JSON.stringify(response.headers)).not.toContain(canary)
    }
    const override = { 'x-http-method-override': 'POST', 'x-method-override': 'DELETE' }
    expect((await app.inject({ url: '/api/logout', headers: override })).statusCode).toBe(404)
  })
})

describe('what is not there', () => {
  test.each([
    '/api',
    '/api/',
    '/api/none',
    '/api/deals/',
    '/api/deals/x/y',
    '/API/deals',
    '/api/user.css',
    '/none',
  ])('%s is missing, in JSON', async (url) => {
    const response = await app.inject({ url })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not-found'])
    expectProper(response, url)
  })

  const addresses: Array<[string, number]> = [
    ['/api/deals/%', 400],
    ['/api/deals/%zz', 400],
    ['/api/deals/%c3%28', 400],
    ['/%e0%80%af', 400],
    ['/api/deals/%00', 400],
    ['/api/deals/AAAAAAAAAAA%00', 400],
    ['/api/deals/%0d%0aset-cookie:%20a=b', 400],
    ['/api/deals/..%2f..%2fetc%2fpasswd', 404],
    [`/api/deals/${'a'.repeat(200)}`, 404],
    [`/api/deals/${'a'.repeat(201)}`, 414],
    [`/api/deals/${'%61'.repeat(5000)}`, 414],
    [`/api/track/deal/${'a'.repeat(15_000)}`, 414],
    [`/api/deals?page=${'1'.repeat(15_000)}`, 400],
    [`/api/deals?${'a=1&'.repeat(3000)}`, 200],
  ]
  test.each(addresses.map(([url, status]) => ({ what: url.slice(0, 60), url, status })))(
    '$what is answered $status',
    async ({ what, url, status }) => {
      const response = await app.inject({ url })
      expect(response.statusCode).toBe(status)
      expectProper(response, what)
    },
  )

  test.each(['/deal/%zz', '/%e0%80%af', '/%00', '/terms%0d%0aX:y'])(
    'leads a person to the page that says there is none: %s',
    async (url) => {
      const asked = { url, headers: { accept: 'text/html,*/*' } }
      const { statusCode, headers } = await app.inject(asked)
      expect([statusCode, headers.location]).toEqual([302, '/page-not-found'])
      expect(headers['cache-control']).toBe('private, no-store')
      expect((await app.inject({ ...asked, url: `/api${url}` })).statusCode).toBeOneOf([400, 404])
    },
  )
})
