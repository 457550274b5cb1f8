import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { announceDeals, createDeal } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { PUBLIC_URL: 'https://club.example' } })
  app.setNow(NOW)
  return () => app.close()
})
const read = async (url: string) => {
  const headers = { 'sec-fetch-site': 'none' }
  const { statusCode, body, headers: answered } = await app.inject({ url, headers })
  return { statusCode, body, headers: answered }
}
const entries = (body: string) =>
  [...body.matchAll(/<loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)].map(
    ([, address, day]) => [address, day],
  )

test('robots are told what is not for searching and where the sitemap is', async () => {
  const { statusCode, headers, body } = await read('/robots.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const closed = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '-')
  const isClosed = (address: string) => closed.some((path) => address.startsWith(path))
  for (const address of [
    ...['/admin', '/admin/figures', '/api/deals', '/account', '/checkout/success?session_id=x'],
    ...['/track?deal_id=x', '/sandbox/outbox'],
  ]) {
    expect([address, isClosed(address)]).toEqual([address, true])
  }
  for (const address of [
    ...['/', '/daily-deals?page=2', '/deal/abc', '/join-now', '/terms', '/assets/x.js'],
    ...['/ndc-images/x.jpg', '/share/deal/abc.jpg', '/sitemap.xml'],
  ]) {
    expect([address, isClosed(address)]).toEqual([address, false])
  }
  expect(body).toContain('\nSitemap: https://club.example/sitemap.xml\n')
})

test('the sitemap lists our pages and every published deal with its day, as soon as it is one', async () => {
  await createDeal(app.ctx, { id: 'deal00000001', publishedAt: daysAgo(3) })
  await createDeal(app.ctx, { id: 'deal00000002', publishedAt: daysAgo(9) })
  await createDeal(app.ctx, { id: 'draft0000001', isPublished: false })
  await announceDeals(app.ctx)
  const { statusCode, headers, body } = await read('/sitemap.xml')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /)
  const listed = entries(body)
  expect(listed.slice(-2)).toEqual([
    ['https://club.example/deal/deal00000002', '2026-11-11'],
    ['https://club.example/deal/deal00000001', '2026-11-17'],
  ])
  const pages = listed.slice(0, -2).map(([address]) => new URL(address ?? '').pathname)
  expect(pages).toEqual(expect.arrayContaining(['/', '/daily-deals', '/join-now', '/terms']))
  expect(body).not.toMatch(/draft|account|admin|sign-in/)
  // A new price changes the deal's `lastmod`.
  await app.db
    .insertInto('priceObservations')
    .values({ dealId: 'deal00000002', observedAt: daysAgo(1), source: 'test' } as never)
    .execute()
  // Nothing has been announced, so the cached answer still stands.
  expect((await read('/sitemap.xml')).body).toBe(body)
  await app.db
    .updateTable('deals')
    .set({ isPublished: false })
    .where('id', '=', 'deal00000001')
    .execute()
  await announceDeals(app.ctx)
  const after = entries((await read('/sitemap.xml')).body)
  expect(after.at(-1)).toEqual(['https://club.example/deal/deal00000002', '2026-11-19'])
  // Its edition goes as well, because this was its only deal.
  expect(after).toHaveLength(listed.length - 2)
})

test('a sitemap of many deals comes in parts, which together name each deal once', async () => {
  // In several statements, because a trigger writes each deal's search text at once.
  for (let from = 0; from < 20_000; from += 500) {
    await sql`
    insert into deals (id, brand_id, retailer_id, product_name, buy_url, buy_url_key, domain,
      is_published, published_at)
    select 'many' || lpad(n::text, 8, '0'), brand_id, retailer_id, product_name, buy_url, 'key' || n,
      domain, true, published_at + n * interval '1 second'
    from deals, generate_series(${from + 1}::integer, ${from + 500}::integer) n where id = 'deal00000002'
  `.execute(app.db)
  }
  await announceDeals(app.ctx)
  const index = entries((await read('/sitemap.xml')).body).map(([address]) => address ?? '')
  expect(index).toEqual([1, 2, 3].map((part) => `https://club.example/sitemap/${part}.xml`))
  const listed = new Set<string>()
  let count = 0
  for (const address of index) {
    const part = entries((await read(new URL(address).pathname)).body)
    expect(part.length).toBeLessThan(10_050)
    count += part.length
    for (const [each = ''] of part) listed.add(each)
  }
  expect(listed.size).toBe(count)
  expect([...listed].filter((address) => address.includes('/deal/'))).toHaveLength(20_001)
  for (const part of ['0', '4', '9999', 'x', '1e1', '-1', '99999999999', '%2e%2e']) {
    expect((await read(`/sitemap/${part}.xml`)).statusCode).toBe(404)
  }
})
