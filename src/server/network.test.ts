import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { clientAddress } from './network.ts'

const apps = new Map<number, TestApp>()
beforeAll(async () => {
  for (const proxies of [0, 1, 2]) {
    const extend = (http: TestApp['http']) => {
      http.get('/whence', { config: { access: 'everyone' } }, async (request) => [
        request.ip,
        clientAddress(request.raw, proxies),
      ])
    }
    const environment = { TRUST_PROXY: String(proxies) }
    apps.set(proxies, await createTestApp({ environment, extend }))
  }
})
afterAll(async () => {
  for (const app of apps.values()) await app.close()
})

test.each([
  undefined,
  '203.0.113.7',
  '198.51.100.1, 203.0.113.7',
  ' 198.51.100.1 ,203.0.113.7,\t192.0.2.3 ',
  '',
  ' , ,203.0.113.7,,',
  '2001:db8::7, ::ffff:203.0.113.7',
  'nonsense, "quoted"',
])('with %j forwarded, both ways of asking agree on where it comes from', async (forwarded) => {
  for (const app of apps.values()) {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const [ofFramework, ofOurs] = (await app.inject({ url: '/whence', headers })).json()
    expect(ofOurs).toBe(ofFramework)
  }
})
