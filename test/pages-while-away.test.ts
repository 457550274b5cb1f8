import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'
import { PAGES, type Page } from '#app/shared/pages.ts'
import { startTcpProxy } from '#test/faults/tcp-proxy.ts'
import { createServerDatabase, openServerDatabase } from '#test/support/databases/test-database.ts'
import { announceDeals, createDeal, createMember } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
const known = { cookie: '', dealId: '' }
/** Addresses that visitors opened before the database went away. */
const SEEN = ['/', '/daily-deals', '/api/deals?page=1&limit=12']
const visit = (url: string, cookie = '') =>
  app.inject({ url, headers: { 'sec-fetch-site': 'same-origin', cookie } })

beforeAll(async () => {
  const url = new URL(await createServerDatabase())
  proxy = await startTcpProxy(Number(url.port))
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  app = await createTestApp({
    hasPages: true,
    database: await openServerDatabase(url.href),
    environment: { ADMIN_PASSWORD: 'a-password-of-the-tests' },
  })
  known.cookie = (await createMember(app.ctx)).cookie
  known.dealId = (await createDeal(app.ctx, { brandName: 'Maison Connue' })).id
  await announceDeals(app.ctx)
  for (const url of SEEN) await visit(url)
  await proxy.cut()
})
afterAll(() => app?.close())

const pages: Page[] = [...Object.values(PAGES), ...Object.values(ADMIN_PAGES)]
const opened = pages.filter(({ isFormOnly }) => !isFormOnly)

test.each(opened)(
  'without its database $path is whole, or says to come back soon',
  async (page) => {
    const url = page.path
      .replace(':dealId', known.dealId)
      .replace(':slug', 'boots')
      .replace(':day', '2026-11-22')
    for (const cookie of ['', known.cookie]) {
      const answer = await app.inject({ url, headers: { 'sec-fetch-site': 'none', cookie } })
      const { statusCode, headers } = answer
      expect([200, 503], `${url}: ${statusCode}`).toContain(statusCode)
      expect(headers['retry-after'] ?? '').toMatch(statusCode === 503 ? /^[2-6]$/ : /^$/)
      expect(answer.body).toContain('</html>')
    }
  },
)

test('visitors see what was there a moment ago, and nobody else does', async () => {
  for (const url of SEEN) {
    const { statusCode, body } = await visit(url)
    expect([url, statusCode, body.includes('Maison Connue')]).toEqual([url, 200, url !== '/'])
  }
  for (const url of SEEN.slice(1)) {
    const { statusCode, body } = await visit(url, known.cookie)
    expect([url, statusCode, body.includes('Maison Connue')]).toEqual([url, 503, false])
  }
  const ready = ['/readyz', '/readyz?of=process', '/healthz'].map((url) => visit(url))
  expect((await Promise.all(ready)).map(({ statusCode }) => statusCode)).toEqual([503, 200, 200])
})

test('a deal that cannot be read is not said to be gone', async () => {
  const url = `/deal/${known.dealId}`
  const { statusCode, body } = await app.inject({ url, headers: { 'sec-fetch-site': 'none' } })
  expect([statusCode, body.includes('Failed to fetch this deal')]).toEqual([503, true])
  expect(body).not.toContain('Deal Not Found')
})

test.each(['/daily-deals', '/categories/boots', '/saved', '/for-you'])(
  'while nobody knows who a member is, %s refuses nobody what only members may ask',
  async (path) => {
    const url = `${path}?retailer=%00`
    const headers = { 'sec-fetch-site': 'none', cookie: known.cookie }
    expect((await app.inject({ url, headers })).statusCode).toBe(503)
  },
)
