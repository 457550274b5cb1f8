import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { doWhatIsDue } from '#app/deals/server/life/life.ts'
import { untilWaiting } from '#test/support/databases/lock-waits.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { findEditionSizes } from './feed.queries.ts'

const app = useTestApp()

const HOUR_MS = 3_600_000
const start = Date.parse('2026-03-05T00:00:00Z')

// A week with the change to summer time, and few distinct moments, so that many deals share one.
const moment = fc.integer({ min: 0, max: 20 }).map((step) => new Date(start + step * 9 * HOUR_MS))
const which = fc.nat(30)
const place = { publishedAt: moment, feedPosition: fc.integer({ min: 0, max: 2 }) }

/** A curator's changes to the catalogue, one statement each. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('add' as const),
      ...place,
      isPublished: fc.boolean(),
    }),
  },
  fc.record({ what: fc.constant('move' as const), which, ...place }),
  fc.record({ what: fc.constant('hide' as const), which }),
  fc.record({ what: fc.constant('delete' as const), which }),
  fc.record({ what: fc.constant('hide from' as const), publishedAt: moment }),
  fc.record({ what: fc.constant('publish all' as const), publishedAt: moment }),
  fc.record({ what: fc.constant('rename all' as const) }),
  { weight: 2, arbitrary: fc.record({ what: fc.constant('end' as const), which }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('leave' as const), which }) },
  fc.record({ what: fc.constant('end all' as const) }),
  fc.record({ what: fc.constant('bring back' as const), which }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const ENDED = { endedAt: new Date(start), endedReason: 'sold-out' } as const

async function take(each: Step, ids: string[]) {
  const deals = () => app.db.updateTable('deals')
  const id = 'which' in each ? (ids[each.which % Math.max(1, ids.length)] ?? '') : ''
  switch (each.what) {
    case 'add':
      return void ids.push((await createDeal(app.ctx, each)).id)
    case 'move': {
      const { publishedAt, feedPosition } = each
      return deals()
        .set({ isPublished: true, publishedAt, feedPosition })
        .where('id', '=', id)
        .execute()
    }
    case 'hide':
      return deals().set({ isPublished: false }).where('id', '=', id).execute()
    case 'delete':
      return app.db.deleteFrom('deals').where('id', '=', id).execute()
    case 'hide from':
      return deals()
        .set({ isPublished: false })
        .where('publishedAt', '>=', each.publishedAt)
        .execute()
    case 'publish all':
      return deals()
        .set((eb) => ({
          isPublished: true,
          publishedAt: eb.fn.coalesce('publishedAt', eb.val(each.publishedAt)),
        }))
        .execute()
    case 'rename all':
      return deals().set({ productName: 'Renamed' }).execute()
    case 'end':
      return deals().set(ENDED).where('id', '=', id).execute()
    case 'end all':
      return deals().set(ENDED).execute()
    case 'leave':
      return deals()
        .set({ ...ENDED, hasLeftFeed: true })
        .where('id', '=', id)
        .execute()
    case 'bring back':
      return deals()
        .set({ endedAt: null, endedReason: null, hasLeftFeed: false })
        .where('id', '=', id)
        .execute()
  }
}

const day = { number: 0 }

async function readAllPages(limit: number) {
  day.number += 1
  // Each run has a day of its own, so that no response comes from a cache.
  app.setNow(new Date(Date.parse('2030-01-01T12:00:00Z') + day.number * 24 * HOUR_MS))
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const answer = await app.inject({ url: `/api/deals?page=${page}&limit=${limit}` })
    const { deals, pagination } = answer.json()
    ids.push(...deals.map((deal: { id: string }) => deal.id))
    if (!pagination.hasNextPage) return { ids, ...pagination, pages: page }
  }
}

/** Counts without the table of days. */
async function countPlainly() {
  const rows = await app.db
    .selectFrom('deals')
    .select('id')
    .where('isPublished', '=', true)
    .where('hasLeftFeed', '=', false)
    .orderBy('publishedAt', 'desc')
    .orderBy('feedPosition')
    .orderBy('id')
    .execute()
  const { rows: wrongDays } = await sql`
    select * from feed_days where (deals_through, living_through, published_through) <> (
      select count(*) filter (where not has_left_feed), count(*) filter (where ended_at is null), count(*)
      from deals where is_published and deals.published_day <= feed_days.published_day
    )
  `.execute(app.db)
  const sizes = (isListed: boolean) => sql<{ day: string; deals: number; ended: number }>`
    select published_day as day, count(*) as deals, count(*) filter (where ended_at is not null) as ended
    from deals where is_published and (not has_left_feed or not ${isListed}) group by 1 order by 1 desc
  `
  const feed = await sizes(true).execute(app.db)
  const editions = await sizes(false).execute(app.db)
  return { ids: rows.map((row) => row.id), wrongDays, feed: feed.rows, editions: editions.rows }
}

test('whatever a curator does, the pages show every listed deal once and in order, and days count right', async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (all, limit) => {
      await app.db.deleteFrom('deals').execute()
      const added: string[] = []
      for (const each of all) await take(each, added)
      // Otherwise it might run between two of the counts.
      await doWhatIsDue(app.ctx)

      const plain = await countPlainly()
      const paged = await readAllPages(limit)
      expect(plain.wrongDays).toEqual([])
      expect(await findEditionSizes(app.db, {})).toEqual(plain.feed)
      expect(await findEditionSizes(app.db, { of: 'editions' })).toEqual(plain.editions)
      expect(paged.ids).toEqual(plain.ids)
      expect(paged.totalDeals).toBe(plain.ids.length)
      expect(paged.totalPages).toBe(Math.ceil(plain.ids.length / limit))
    }),
    { numRuns: 40 },
  )
})

// The embedded database has one connection: its transactions cannot overlap.
test.runIf(inject('engine') === 'postgres')(
  'two publishers whose work overlaps do not lose count of each other',
  async () => {
    await app.db.deleteFrom('deals').execute()
    await sql`delete from feed_days`.execute(app.db)
    await createDeal(app.ctx, { isPublished: false })
    const day = (number: number) => new Date(start + number * 24 * HOUR_MS)

    const first = await app.db.startTransaction().execute()
    await createDeal({ ...app.ctx, db: first }, { publishedAt: day(1) })
    const second = createDeal(app.ctx, { publishedAt: day(3) })
    // It waits for the first one; otherwise it would lose count.
    await Promise.race([second, untilWaiting(app.db, 1)])
    await first.commit().execute()
    await second

    const plain = await countPlainly()
    expect([plain.ids.length, plain.wrongDays]).toEqual([2, []])
    expect((await readAllPages(1)).ids).toEqual(plain.ids)
  },
)
