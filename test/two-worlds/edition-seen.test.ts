import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEN_AS } from '#app/admin/editions/editions.facts.ts'
import { openAdminClient } from '#test/support/admin.ts'
import { openTestDatabase } from '#test/support/databases/test-database.ts'
import { announceDeals } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { maskRandom } from './compare.ts'
import { CANARIES, createWorld, DEAL_IDS, FREE_IDS } from './world.ts'

/** Tomorrow’s edition: the three free deals, and five locked ones. */
const PLANNED = [...FREE_IDS, ...DEAL_IDS.slice(10, 15)]
const LOCKED = PLANNED.at(-1) ?? ''
const DAY = '2026-11-21'
const PAGES = [
  ...['/daily-deals', '/daily-deals?page=2', '/daily-deals?q=tote', '/daily-deals?day=today'],
  ...[`/editions/${DAY}`, '/editions', '/brands', '/brands/house-0', '/categories/bags'],
  ...[FREE_IDS[0], LOCKED].map((id) => `/deal/${id}`),
]

type World = { app: TestApp; see: (viewer: string, at: string) => Promise<Seen> }
type Seen = { status: number; headers: Record<string, unknown>; html: string }
let one: World
let two: World

async function open(name: 'one' | 'two'): Promise<World> {
  const app = await createWorld(name, await openTestDatabase())
  const admin = await openAdminClient(app, 'Ann')
  await app.db.updateTable('deals').set({ isPublished: false }).where('id', 'in', PLANNED).execute()
  await announceDeals(app.ctx)
  // Without an exchange rate this deal cannot go out, but it does not hold up the others.
  const francs = { productName: 'Aquamarine francs', currency: 'CHF', salePrice: '90' }
  const unrated = (await admin.enter(francs)).id
  const put = await admin.ask({
    method: 'POST',
    url: `/api/admin/editions/${DAY}/deals`,
    payload: { ids: [...PLANNED, unrated] },
  })
  expect(put.json().left).toEqual([])
  return {
    app,
    see: async (viewer, at) => {
      const query = `at=${encodeURIComponent(at)}`
      const url = `/api/admin/editions/${DAY}/seen/${viewer}?${query}`
      const { statusCode: status, headers, body: html } = await admin.ask({ url })
      return { status, headers, html }
    },
  }
}

beforeAll(async () => {
  one = await open('one')
  two = await open('two')
})
afterAll(async () => {
  await one.app.close()
  await two.app.close()
})

/** Returns a digest of each table, except for the sessions of the back office. */
async function stored({ db }: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const words: Record<string, string> = {}
  for (const { name } of tables) {
    if (name === 'admin_sessions') continue
    const { rows } = await sql<{ word: string }>`
      select md5(coalesce(string_agg(row::text, '' order by row::text), '')) as word
      from ${sql.table(name)} as row`.execute(db)
    words[name] = rows[0]?.word ?? ''
  }
  return words
}

describe('an edition that is seen before it is out', () => {
  test('shows who has not paid the same in two worlds, and members what they pay for', async () => {
    for (const at of PAGES) {
      for (const viewer of SEEN_AS) {
        const [first, second] = await Promise.all([one.see(viewer, at), two.see(viewer, at)])
        expect([viewer, at, first.status]).toEqual([viewer, at, 200])
        if (viewer === 'member') continue
        expect(maskRandom(first.html)).toBe(maskRandom(second.html))
        const free = viewer === 'visitor' ? [] : ['preview-canary']
        const said = CANARIES.filter((word) => first.html.toLowerCase().includes(word))
        // Free deals are named to everyone with an account.
        expect(said.filter((word) => !free.includes(word))).toEqual([])
      }
    }
    const names = async (viewer: string) => (await one.see(viewer, `/editions/${DAY}`)).html
    expect(await names('member')).toContain('Aquamarine Zephyrine Tote 14')
    expect(await names('free')).toContain('preview-canary 0')
    expect(await names('visitor')).not.toContain('preview-canary')
    expect((await one.see('past-due', '/daily-deals')).html).toContain('payment')
    expect(await names('member')).not.toContain('Aquamarine francs')
  })

  test('is read by nobody else, counts nothing, writes nothing and is kept nowhere', async () => {
    const { app, see } = one
    const asVisitor = () => app.inject({ url: '/daily-deals' })
    const before = [await stored(app), (await asVisitor()).body]
    let heard = 0
    for (const channel of ['deals', 'editions'] as const) {
      app.ctx.live.subscribe(channel, () => {
        heard += 1
      })
    }
    for (const viewer of SEEN_AS) {
      const { html, headers } = await see(viewer, `/deal/${LOCKED}`)
      expect(html).toContain('$400.14')
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex, nofollow',
      })
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
      )
      expect(headers['set-cookie']).toBeUndefined()
    }
    expect([await stored(app), (await asVisitor()).body]).toEqual(before)
    expect(heard).toBe(0)
    for (const cookie of ['', 'session=none'.padEnd(51, '-')]) {
      expect((await app.as({ cookie }).inject({ url: `/deal/${LOCKED}` })).statusCode).toBe(404)
      const url = `/api/admin/editions/${DAY}/seen/member`
      expect((await app.as({ cookie }).inject({ url })).statusCode).toBe(401)
    }
  })

  test('has no scripts, nothing that can be sent, and links that stay within', async () => {
    for (const at of PAGES) {
      const { html } = await one.see('member', at)
      expect(html).not.toMatch(/<script|<iframe|\son\w+=|javascript:| action=| formaction=/)
      const links = [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, href]) => href)
      expect(links.length).toBeGreaterThan(5)
      const inner = new RegExp(`^/api/admin/editions/${DAY}/seen/member\\?at=%2F`)
      expect(links.filter((href) => !inner.test(href ?? ''))).toEqual([])
    }
  })

  test.each([
    ['/account', 404],
    ['/track?deal_id=x', 404],
    ['/admin', 404],
    ['//evil.example/daily-deals', 404],
    ['https://evil.example/', 400],
    ['/deal/missing-deal', 404],
  ])('is no door to %s', async (at, status) => {
    expect((await one.see('member', at)).status).toBe(status)
  })
})
