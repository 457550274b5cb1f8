import { describe, expect, test } from 'vitest'
import { newToken } from '#app/server/tokens.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const environment = { PROXY_CACHE_SECONDS: '5', TRUST_PROXY: '1' }
const app = useTestApp({ hasPages: true, environment })
const open = (url: string, cookie?: string) =>
  app.inject({ url, headers: { 'sec-fetch-site': 'none', ...(cookie ? { cookie } : {}) } })

describe('a proxy may show to other visitors', () => {
  test.each(['/', '/daily-deals', '/join-now', '/terms'])(
    'the page %s as visitors have it, of which browsers keep nothing',
    async (url) => {
      const { headers } = await open(url)
      expect(headers['x-accel-expires']).toBe('5')
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers['set-cookie']).toBeUndefined()
    },
  )

  test('nothing that was made for somebody', async () => {
    await createDeal(app.ctx, {})
    const member = await createMember(app.ctx)
    for (const url of ['/', '/daily-deals', '/account', '/terms']) {
      expect((await open(url, member.cookie)).headers).not.toHaveProperty('x-accel-expires')
    }
  })

  test.each([
    ['what is a secret', '/password-reset?token=x'],
    ['the back office', '/admin'],
    ['what is missing', '/nowhere-at-all'],
    ['a call', '/api/deals'],
    ['what says who somebody is', '/api/user'],
  ])('not %s', async (_, url) => {
    expect((await open(url)).headers).not.toHaveProperty('x-accel-expires')
  })

  test('the visitors’ page also for a browser whose session has ended', async () => {
    const { headers } = await open('/daily-deals', `session=${newToken()}`)
    expect(headers['x-accel-expires']).toBe('5')
  })
})

test('unless it is set, no proxy is told to keep anything', async () => {
  const other = await app.another({ hasPages: true })
  const { headers } = await other.inject({ url: '/', headers: { 'sec-fetch-site': 'none' } })
  expect(headers).not.toHaveProperty('x-accel-expires')
  await other.close()
})
