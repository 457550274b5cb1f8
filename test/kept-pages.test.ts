import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#app/server/ids.ts'
import { newToken } from '#app/server/tokens.ts'
import { announceDeals, createMember } from '#test/support/factories.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app, page } = usePages()

/** Makes every read of a table fail with this SQLSTATE until the returned function repairs it. */
async function breakTable(table: string, code: string): Promise<() => Promise<void>> {
  const whole = `whole_${table}`
  await sql`alter table ${sql.table(table)} rename to ${sql.table(whole)}`.execute(app.db)
  await sql`
    create function fail() returns boolean language plpgsql as
    ${sql.lit(`begin raise exception 'broken' using errcode = '${code}'; end`)}`.execute(app.db)
  await sql`
    create view ${sql.table(table)} as select * from ${sql.table(whole)} where fail()`.execute(
    app.db,
  )
  return async () => {
    await sql`drop view ${sql.table(table)}`.execute(app.db)
    await sql`drop function fail`.execute(app.db)
    await sql`alter table ${sql.table(whole)} rename to ${sql.table(table)}`.execute(app.db)
  }
}

test.each([
  ['broke', 'P0001'],
  ['was refused by a database that is starting', '57P03'],
])('a page for which a call %s is shown to nobody else', async (_, code) => {
  const words = `Said by somebody ${code}`
  const said = { id: newId(), title: words, description: words, name: 'A', location: 'B' }
  await app.db
    .insertInto('testimonials')
    .values({ ...said, isSample: false })
    .execute()
  const mend = await breakTable('testimonials', code)
  await announceDeals(app.ctx)
  const broken = await page('/')
  expect(broken.statusCode).toBe(200)
  expect(broken.body).not.toContain(words)
  await mend()
  // The page recovers by itself: no change was announced.
  expect((await page('/')).body).toContain(words)
})

/** Counts the API calls behind a page: none when it comes from the cache. */
async function callsFor(url: string, headers: Record<string, string> = {}): Promise<number> {
  const before = app.logLines.length
  await app.inject({ url, headers: { 'sec-fetch-site': 'none', ...headers } })
  const lines = app.logLines.slice(before).map((line) => JSON.parse(line))
  return lines.filter(({ route }) => route?.startsWith('/api/')).length
}

describe('a page that is kept', () => {
  beforeEach(async () => {
    for (const url of ['/', '/terms', '/daily-deals', '/join-now']) await page(url)
  })

  test.each([
    ['a cookie that is no token', { cookie: 'session=x' }],
    ['two of them', { cookie: 'session=x; session="y"' }],
    ['a token that opens no session', { cookie: `session=${newToken()}` }],
    ['a parameter that means nothing there', {}, '/terms?plan=annual&page=2&x=1'],
    ['a mark of where one came from', {}, '/?utm_source=letter'],
  ])('is shown to somebody with %s', async (_, headers: Record<string, string>, url = '/') => {
    expect(await callsFor(url, headers)).toBe(0)
    const { body } = await page(url.replace(/\?.*/, ''))
    expect((await page(url, headers.cookie)).body).toBe(body)
  })

  test.each([
    ['/daily-deals', 'page', ['-1', 'abc', '0', '1000001', '2&page=3']],
    ['/join-now', 'plan', ['madeup', 'annual&plan=annual']],
    ['/terms', 'version', ['x', '-1']],
  ])('of %s says that a %s was left out, whatever it said', async (path, name, values) => {
    const bodies = []
    for (const value of values) bodies.push((await page(`${path}?${name}=${value}`)).body)
    expect(bodies[0]).toContain(`Not understood in this address and left out: ${name}.`)
    expect(new Set(bodies).size).toBe(1)
    expect(await callsFor(`${path}?${name}=once-more`)).toBe(0)
    expect((await page(path)).body).not.toContain('left out')
  })

  test('is not shown to whoever has a session', async () => {
    const { cookie } = await createMember(app.ctx)
    expect(await callsFor('/', { cookie })).toBeGreaterThan(0)
    expect((await page('/terms', cookie)).body).toContain('Sign out')
  })

  test('is not pushed out by addresses that anybody can make up', async () => {
    for (let number = 0; number < 600; number += 1) {
      for (const url of ['/join-now?plan=', '/no-such-page-', '/?signin=', '/daily-deals?x=']) {
        await page(`${url}${number}`)
      }
    }
    for (const url of ['/', '/terms', '/daily-deals']) expect(await callsFor(url)).toBe(0)
  })

  test('is the same at every address that leads nowhere', async () => {
    const { statusCode, body } = await page('/nothing-here')
    expect([statusCode, body.includes('404 Page Not Found')]).toEqual([404, true])
    expect(await callsFor('/nothing-there/either')).toBe(0)
    expect((await page('/nothing-there/either')).body).toBe(body)
  })

  test('is packed once for all who take it so', async () => {
    const { rawPayload: plain, headers: bare } = await page('/')
    expect(bare['content-encoding']).toBeUndefined()
    const open = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
    ] as const) {
      const { headers, rawPayload } = await app.inject({
        url: '/',
        headers: { 'accept-encoding': accepted },
      })
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'cookie, accept-encoding',
      })
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(open[encoding](rawPayload).equals(plain)).toBe(true)
      expect(rawPayload.length).toBeLessThan(plain.length / 3)
    }
  })
})

describe('another spelling of an address', () => {
  test.each([
    ['/Daily-Deals?page=2&x=1', '/daily-deals?page=2'],
    ['/daily-deals/', '/daily-deals'],
    ['//terms', '/terms'],
    ['/%74erms', '/terms'],
    ['/Deal/Abc-1/', '/deal/Abc-1'],
    ['/ADMIN', '/admin'],
    ['/Admin/Audit/?q=coat', '/admin/audit?q=coat'],
    ['/Sign-In', '/sign-in'],
  ])('of %s leads to %s', async (url, location) => {
    const { statusCode, headers } = await page(url)
    expect([statusCode, headers.location]).toEqual([308, location])
    expect(await callsFor(url)).toBe(0)
  })

  test.each([
    ['/Password-Reset?token=x', '/password-reset?token=x'],
    ['/password-reset/?token=x', '/password-reset?token=x'],
    ['/%70assword-reset?token=x', '/password-reset?token=x'],
    ['/TRACK?deal_id=1&click_type=2', '/track?deal_id=1&click_type=2'],
    ['/Checkout/Success?session_id=cs_1', '/checkout/success?session_id=cs_1'],
    ['/checkout//success?session_id=cs_1', '/checkout/success?session_id=cs_1'],
  ])('of %s keeps its secret', async (url, location) => {
    const { statusCode, headers } = await page(url)
    expect([statusCode, headers.location]).toEqual([308, location])
    expect(headers['referrer-policy']).toBe('no-referrer')
  })
})

describe('an address that no page can have', () => {
  test.each(['/%09/a:b', '/%5c%09/a:b', '/%00', '/terms%0d%0aX:y', '/assets/%7f'])(
    '%s is refused',
    async (url) => {
      expect([url, (await page(url)).statusCode]).toEqual([url, 400])
    },
  )

  test.each([
    '/assets/',
    '/assets/?x',
    '/assets/.vite',
    '/%5c/a:b',
    '/%2f/a:b',
    '/%20/a:b',
    '/.//a:b',
  ])('%s leads nowhere', async (url) => {
    expect([url, (await page(url)).statusCode]).toEqual([url, 404])
  })
})
