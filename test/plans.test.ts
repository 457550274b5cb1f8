import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findSession } from '#app/accounts/server/accounts.queries.ts'
import type { Database } from '#app/db/database.ts'
import { findSignedIn } from '#app/membership/server/membership.queries.ts'
import { fillCatalogue } from '#bench/support/catalogue.ts'
import { fillPool, poolPiece } from '#test/product-feeds/filled-pool.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createMember, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const DEALS = { deals: 6000, living: 600 }
const PIECES = 6000
const OTHERS = 60
const EACH = 100

/**
 * Tables with more rows than this must be read by an index. Those that grow only with years and with people
 * may be scanned while they are small.
 */
const MANY_ROWS = 2000
const large = new Set<string>()

let member: Person
let curator: AdminClient
type Asked = { text: string; values: unknown[] }
const asked: Asked[] = []
const query = pg.Client.prototype.query

beforeAll(async () => {
  const run = (statement: RawBuilder<unknown>) => statement.execute(app.db)
  await fillCatalogue(app.db, DEALS)
  member = await createMember(app.ctx)
  await run(sql`insert into users (id, email, password_hash, confirmed_at)
    select 'other' || n, 'other' || n || '@people.test', 'x', now() from generate_series(1, ${OTHERS}::int) as n`)
  const everybody = sql`(select id as user_id from users) as everybody`
  const deals = sql`(select id as deal_id, sale_price_cents, row_number() over (order by id desc) as n from deals) as chosen`
  await run(sql`insert into sessions (token_hash, user_id)
    select 'session ' || n, 'other' || 1 + n % ${OTHERS}::int from generate_series(1, ${PIECES}::int) as n`)
  await run(sql`insert into saved_deals (user_id, deal_id, saved_at, sale_price_cents)
    select user_id, deal_id, now() - make_interval(mins => n::int), sale_price_cents
    from ${everybody} cross join ${deals} where n <= ${EACH}`)
  await run(sql`insert into notices (user_id, deal_id, kind, facts, happened_at)
    select user_id, deal_id, 'gone', '{"reason": "sold-out"}', now() - make_interval(mins => n::int)
    from ${everybody} cross join ${deals} where n <= ${EACH}`)
  await run(sql`insert into declined_deals (user_id, deal_id, declined_at)
    select user_id, deal_id, now() from ${everybody} cross join ${deals} where n between ${EACH} and ${2 * EACH}`)
  await run(sql`insert into follows (id, user_id, kind, value, created_at)
    select user_id || brands.id, user_id, 'brand', brands.id, now()
    from ${everybody} cross join brands where brands.id like 'b1%'`)
  const pieces = Array.from({ length: PIECES }, (_, at) =>
    poolPiece(`Tote ${at}`, {
      ...{ brandName: `Brand ${at % 40}`, category: at % 3 ? 'totes' : 'boots' },
      ...{
        offPerMille: 10 * (at % 90),
        nowHundredths: 10_000 + at,
        sizeKeys: [`w-clothing-us${at % 500}`],
      },
    }),
  )
  await fillPool(app, 'Shop', pieces)
  await run(sql`insert into feed_dismissals (source_id, item_key, candidate_id, dismissed_at, dismissed_by)
    select source_id, item_key, id, now(), 'Ann' from feed_candidates where now_hundredths % 40 = 1`)
  curator = await openAdminClient(app, 'Ann')
  await run(sql`analyze`)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${MANY_ROWS}`.execute(
    app.db,
  )
  for (const { name } of rows) large.add(name)
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...all: unknown[]
  ) {
    const [text, values] = all
    if (typeof text === 'string') asked.push({ text, values: (values as unknown[]) ?? [] })
    return Reflect.apply(query, this, all)
  } as never)
})
afterAll(() => vi.restoreAllMocks())

test.each([
  '/api/deals?category=boots&max=500&off=20',
  '/api/deals?min=60&off=1&not-category=totes&sort=percent-off',
  '/api/deals?brand=aubrelle&colour=black,red&size=w-clothing-us8',
  '/api/deals?day=week&department=women&sort=price-up',
  '/api/deals?q=aubrelle+boots',
  '/api/deals?q=aubrele',
  '/api/deals/facets?category=boots&max=500&off=20',
  '/api/deals/facets?min=60&off=1&not-category=totes',
  '/api/deals/facets?q=black&colour=red',
  '/api/suggestions?q=aub',
  '/api/suggestions?q=silk',
  '/api/saved?sort=newest',
  '/api/saved?category=boots',
  '/api/saved/ids',
  '/api/notices',
  '/api/notices/unread',
  '/api/for-you',
])('%s goes through no table that grows', async (url) => {
  asked.length = 0
  const answer = await app.as(member).inject({ url })
  expect([200, 400], answer.body).toContain(answer.statusCode)
  expect(await tablesReadWhole()).toEqual([])
})

test.each([
  ['one', '%"token_hash" = $1', (db: Database, token: string) => findSession(db, token)],
  [
    'many at once, however few',
    '%any(%',
    (db: Database, token: string) => findSignedIn(db, [token]),
  ],
])('who is signed in is looked up by a plan that is kept: %s', async (_who, words, look) => {
  const plans = await app.db.connection().execute(async (one) => {
    for (let times = 1; times <= 10; times += 1) await look(one, `session ${times}`)
    const { rows } = await sql<{ anew: number; kept: number }>`
      select custom_plans::int as anew, generic_plans::int as kept from pg_prepared_statements
      where statement like '%"sessions"%' and statement like ${words}`.execute(one)
    return rows
  })
  // PostgreSQL plans five executions anew before it keeps a generic plan. The connection may not be new.
  expect(plans).toEqual([{ anew: 5, kept: expect.any(Number) }])
  expect(plans[0]?.kept).toBeGreaterThanOrEqual(5)
})

test('what everybody may mean is read through no table that grows, and then not again', async () => {
  const typed = (q: string) => app.inject({ url: `/api/suggestions?q=${q}` })
  asked.length = 0
  expect((await typed('au')).json().suggestions.length).toBeGreaterThan(0)
  expect(await tablesReadWhole()).toEqual([])
  asked.length = 0
  for (const q of ['aub', 'aubrele', 'boo', 'xyzzy']) await typed(q)
  expect(asked.map(({ text }) => text)).toEqual([])
})

test.each([
  '',
  '?sort=newest',
  '?sort=price-down&after=60_16000',
  '?off=40&brand=brand%207',
  '?q=tote%2077',
  '?size=w-clothing-us8',
  '?dismissed=only',
  '?dismissed=only&q=tote',
])('the pool of candidates%s is not gone through', async (search) => {
  asked.length = 0
  const answer = await curator.ask({ url: `/api/admin/candidates${search}` })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json().candidates.length).toBeGreaterThan(0)
  expect((await tablesReadWhole()).filter((each) => each.startsWith('feed_'))).toEqual([])
})

async function tablesReadWhole(): Promise<string[]> {
  const statements = asked.filter(({ text }) => /^\s*(select|with)\b/i.test(text))
  expect(statements.length).toBeGreaterThan(0)
  const whole: string[] = []
  for (const statement of statements) {
    for (const table of await readWhole(statement)) whole.push(`${table}: ${statement.text}`)
  }
  return whole
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** The tables that a statement scans in full. */
async function readWhole({ text, values }: Asked): Promise<string[]> {
  const { rows } = await app.db
    .withoutPlugins()
    .executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      CompiledQuery.raw(`explain (format json) ${text}`, values),
    )
  const of = (plan: Plan): string[] => {
    const { 'Node Type': node, 'Relation Name': table = '', Plans = [] } = plan
    return [...(node === 'Seq Scan' && large.has(table) ? [table] : []), ...Plans.flatMap(of)]
  }
  return rows.flatMap((row) => of(row['QUERY PLAN'][0].Plan))
}
