import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '#app/db/embedded.ts'
import { DEMO_LOGINS, fillDemo, moveToDaysBefore } from '#app/demo/demo.ts'
import { findFollowersOf } from '#app/follows/server/for-you/followers.ts'
import { NoticeFacts } from '#app/notices/notices.contract.ts'
import { tellingQueue } from '#app/notices/server/alerts/work.ts'
import { businessDay } from '#app/shared/dates.ts'
import { copyDemoFolder } from '#test/support/demo-folder.ts'
import { useTestApp } from '#test/support/test-app.ts'

// The demo's pictures are encoded once for all tests; the app finds them as a later start would.
const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-demo-'))
await copyDemoFolder(folder)
const app = useTestApp({ environment: { DATA_DIR: folder } })
beforeAll(async () => {
  const filled = await openEmbedded(folder)
  const pictures = await filled.db.selectFrom('pictures').selectAll().execute()
  await filled.close()
  await app.db.insertInto('pictures').values(pictures).execute()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an empty database becomes a club with a dozen days of deals and three people', async () => {
  await fillDemo(app.ctx)

  const days = await app.db
    .selectFrom('deals')
    .select((eb) => ['publishedDay', eb.fn.countAll<number>().as('count')])
    .where('isPublished', '=', true)
    .groupBy('publishedDay')
    .orderBy('publishedDay')
    .execute()
  expect(days).toHaveLength(12)
  expect(days.at(-1)?.publishedDay).toBe(businessDay(new Date()))
  for (const { count } of days) expect(count).toBeGreaterThanOrEqual(30)

  const count = async (
    table: 'deals' | 'brands' | 'retailers' | 'pictures' | 'feedCandidates' | 'fruitlessSearches',
  ) =>
    (
      await app.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  expect(await count('deals')).toBeGreaterThanOrEqual(360)
  expect(await count('brands')).toBeGreaterThanOrEqual(60)
  expect(await count('retailers')).toBeGreaterThanOrEqual(40)
  expect(await count('pictures')).toBeGreaterThanOrEqual(60)
  expect(await count('feedCandidates')).toBe(2000)
  expect(await count('fruitlessSearches')).toBe(2)
  const { body } = await app.inject({ url: '/api/deals/carousels' })
  expect(JSON.parse(body).map(({ title }: { title: string }) => title)).toEqual([
    'For the cold months',
    'After eight',
  ])
  const unfiled = await app.db
    .selectFrom('deals')
    .select('id')
    // Tomorrow’s edition is half prepared: its drafts have gaps.
    .where('isPublished', '=', true)
    .where((eb) =>
      eb.or([
        ...[eb('department', 'is', null), eb('category', 'is', null), eb('colour', 'is', null)],
        sql<boolean>`size_keys = '{}'`,
      ]),
    )
    .execute()
  expect(unfiled).toEqual([])
  const lives = await app.db
    .selectFrom('deals')
    .select((eb) => ['endedReason', eb.fn.countAll<number>().as('count')])
    .select((eb) => eb.fn.count<number>('endsAt').as('timed'))
    .select(sql<number>`count(*) filter (where is_scheduled)`.as('scheduled'))
    .groupBy('endedReason')
    .orderBy('endedReason')
    .execute()
  expect(lives.map(({ endedReason }) => endedReason)).toEqual([
    ...['gone', 'price-up', 'sold-out', 'time', 'withdrawn', null],
  ])
  expect(lives.at(-1)).toMatchObject({ timed: 1, scheduled: 10 })
  const late = await app.db
    .selectFrom('deals')
    .select('id')
    .where('publishedAt', '>', new Date())
    .execute()
  expect(late).toEqual([])

  for (const email of ['member@demo.test', 'free@demo.test', 'year@demo.test']) {
    expect(DEMO_LOGINS).toContain(email)
    const payload = { email, password: 'demo-password-1' }
    const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload })
    expect(signedIn.statusCode).toBe(200)
  }

  const moved = await app.db
    .selectFrom('savedDeals')
    .innerJoin('deals', 'deals.id', 'savedDeals.dealId')
    .select((eb) => [
      eb('deals.salePriceCents', '>', eb.ref('savedDeals.salePriceCents')).as('isDearer'),
      eb('targetCents', 'is not', null).as('isWaitedFor'),
    ])
    .whereRef('savedDeals.salePriceCents', '<>', 'deals.salePriceCents')
    // They were notified of the others.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('toldDeals')
            .select('toldDeals.dealId')
            .whereRef('toldDeals.dealId', '=', 'savedDeals.dealId')
            .whereRef('toldDeals.userId', '=', 'savedDeals.userId'),
        ),
      ),
    )
    .orderBy('isDearer')
    .execute()
  expect(moved).toEqual([
    { isDearer: false, isWaitedFor: false },
    { isDearer: true, isWaitedFor: true },
  ])

  const front = (await app.inject({ url: '/api/front-page' })).json()
  expect(front.brands).toHaveLength(10)
  // These quotes come from no real person: they are marked as examples or not shown.
  const samples = await app.db.selectFrom('testimonials').select('isSample').execute()
  expect(samples).toEqual(Array(3).fill({ isSample: true }))
  expect(front.testimonials).toEqual([])

  await fillDemo(app.ctx)
  // Includes tomorrow's edition with its prepared deals.
  expect(await count('deals')).toBe(days.reduce((sum, day) => sum + day.count, 27))
})

test('its people were told of nothing but what they keep or follow, once a day, and members alone of what is new', async () => {
  const told = await readTold()
  const kinds = (email: string) =>
    told.flatMap((each) => (each.email === email ? each.kind : [])).toSorted()
  expect(kinds('free@demo.test')).toEqual(['price-down', 'price-down'])
  expect(new Set(kinds('member@demo.test'))).toEqual(
    new Set(['back', 'edition', 'gone', 'new-for-you', 'price-down']),
  )
  for (const { userId, kind, dealId, facts, happenedAt } of told) {
    if (kind === 'edition' || dealId === null) continue
    if (kind === 'new-for-you') {
      const dealIds = [dealId, ...(facts.others ?? [])]
      const followers = (await Array.fromAsync(findFollowersOf(app.ctx, dealIds))).flat()
      const follower = followers.find((each) => each.userId === userId)
      expect(follower?.isMember).toBe(true)
      expect(follower?.dealIds.toSorted()).toEqual(dealIds.toSorted())
      expect(facts.more ?? 0).toBe(dealIds.length - 1)
      continue
    }
    const kept = await app.db
      .selectFrom('savedDeals')
      .innerJoin('deals', 'deals.id', 'savedDeals.dealId')
      .select(['savedAt', 'savedDeals.salePriceCents as thenCents'])
      .select(['deals.salePriceCents as nowCents', 'endedAt', 'publishedAt'])
      .where('userId', '=', userId)
      .where('dealId', '=', dealId)
      .executeTakeFirstOrThrow()
    expect(kept.savedAt < happenedAt && kept.savedAt > (kept.publishedAt ?? 0)).toBe(true)
    if (kind === 'price-down') {
      expect(facts).toEqual({ fromCents: kept.thenCents, toCents: kept.nowCents })
    }
    if (kind === 'back') expect(kept.endedAt).toBeNull()
  }

  // Notifications from here on know of the earlier ones: no deal is announced twice in a day.
  await tellingQueue.work(app.ctx, {})
  const pairs = (await readTold()).flatMap(({ userId, dealId, facts, happenedAt }) =>
    [dealId, ...(facts.others ?? [])].flatMap((id) =>
      id === null ? [] : `${userId} ${id} ${businessDay(happenedAt)}`,
    ),
  )
  expect(pairs.length).toBe(new Set(pairs).size)
})

async function readTold() {
  const rows = await app.db
    .selectFrom('notices')
    .innerJoin('users', 'users.id', 'notices.userId')
    .select(['email', 'userId', 'kind', 'dealId', 'facts', 'happenedAt'])
    .where('kind', '<>', 'report')
    .orderBy('notices.id')
    .execute()
  return rows.map((row) => ({ ...row, facts: NoticeFacts.parse(row.facts) }))
}

test('a start that was cut short before the people came is made good, once, by several at once', async () => {
  await app.db.deleteFrom('users').execute()
  const other = await app.another()
  await Promise.all([fillDemo(app.ctx), fillDemo(other.ctx)])
  await other.close()

  const people = await app.db
    .selectFrom('users')
    .leftJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .select(['email', 'status'])
    .orderBy('email')
    .execute()
  expect(people).toEqual([
    { email: 'free@demo.test', status: null },
    { email: 'member@demo.test', status: 'active' },
    { email: 'year@demo.test', status: 'active' },
  ])
})

test.each([
  ['just after midnight', '2026-11-20T05:00:30Z'],
  ['before the day’s deals would be out', '2026-11-20T11:20:00Z'],
  ['at noon', '2026-11-20T17:00:00Z'],
  ['at the end of the day', '2026-11-21T04:59:00Z'],
  ['on the day the clocks go forward', '2026-03-08T15:00:00Z'],
  ['on the day the clocks go back', '2026-11-01T15:00:00Z'],
])(
  'the sheet’s last day becomes today, nothing lies ahead and the order stays: %s',
  (_when, at) => {
    const now = new Date(at)
    const move = moveToDaysBefore(now)
    const sheet = ['2026-01-05T11:00', '2026-01-16T11:00', '2026-01-16T12:15', '2026-01-16T14:30']
    const moved = sheet.map((time) => move(new Date(`${time}:00Z`)))
    const days = moved.map(businessDay)

    expect(days.slice(1)).toEqual(Array(3).fill(businessDay(now)))
    expect(Date.parse(days[1] ?? '') - Date.parse(days[0] ?? '')).toBe(11 * 24 * 60 * 60 * 1000)
    for (const time of moved) expect(time.getTime()).toBeLessThanOrEqual(now.getTime())
    expect(moved.map(Number)).toEqual(moved.map(Number).toSorted((a, b) => a - b))
  },
)
