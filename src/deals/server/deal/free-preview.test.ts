import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  type Person,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

beforeEach(() => app.db.deleteFrom('deals').execute())

/** Creates a preview deal published at this moment. */
async function preview(publishedAt: string, feedPosition = 0) {
  const draft = { isPreview: true, publishedAt: new Date(publishedAt), feedPosition }
  return (await createDeal(app.ctx, draft)).id
}

/** Returns what is open to a newly signed-in person at a moment, by every call, the oldest first. */
async function openAt(at: string, create: (ctx: AppContext) => Promise<Person> = createPerson) {
  app.setNow(new Date(at))
  const as = app.as(await create(app.ctx))
  const { deals } = (await as.inject({ url: '/api/deals?limit=48' })).json()
  const open = deals.filter((deal: { isAccessible: boolean }) => deal.isAccessible)
  for (const { id, isAccessible } of deals) {
    const deal = (await as.inject({ url: `/api/deals/${id}` })).json()
    expect([deal.isAccessible, 'buyUrl' in deal]).toEqual([isAccessible, isAccessible])
    const way = await as.inject({ url: `/api/track/deal/${id}` })
    expect(way.statusCode).toBe(isAccessible ? 200 : 403)
    if (!isAccessible) expect(way.json()).toMatchObject({ code: 'members-only' })
  }
  return open.map((deal: { id: string }) => deal.id).reverse()
}

describe('the free preview of a day', () => {
  test('is the first three preview deals published that day, the same for everyone', async () => {
    const second = await preview('2026-11-20T15:00:00Z', 2)
    const first = await preview('2026-11-20T14:00:00Z')
    const later = await preview('2026-11-20T15:00:00Z', 3)
    const fourth = await preview('2026-11-20T16:00:00Z')
    await createDeal(app.ctx, { publishedAt: new Date('2026-11-20T13:00:00Z') })
    await preview('2026-11-19T14:00:00Z')

    await announceDeals(app.ctx)
    const mine = await openAt('2026-11-20T17:00:00Z')
    expect(mine.toSorted()).toEqual([first, second, later].toSorted())
    expect(mine).not.toContain(fourth)
    expect(await openAt('2026-11-20T17:00:00Z')).toEqual(mine)
  })

  test('does not change while more is published that day', async () => {
    const morning = await preview('2026-11-20T14:00:00Z')
    await announceDeals(app.ctx)
    expect(await openAt('2026-11-20T14:30:00Z')).toEqual([morning])
    const rest: string[] = []
    while (rest.length < FREE_DEALS_A_DAY - 1) {
      rest.push(await preview(`2026-11-20T15:0${rest.length}:00Z`))
    }
    await preview('2026-11-20T15:30:00Z')
    await announceDeals(app.ctx)
    expect(await openAt('2026-11-20T22:00:00Z')).toEqual([morning, ...rest])
  })

  test('is that of the latest day that had one, until today has', async () => {
    const monday = await preview('2026-11-16T15:00:00Z')
    const wednesday = await preview('2026-11-18T15:00:00Z')
    await announceDeals(app.ctx)
    expect(await openAt('2026-11-17T15:00:00Z')).toEqual([monday])
    expect(await openAt('2026-11-20T15:00:00Z')).toEqual([wednesday])
    // Or the only one that was still live has ended.
    const over = { endedAt: new Date('2026-11-18T18:00:00Z'), endedReason: 'sold-out' as const }
    await app.db.updateTable('deals').set(over).where('id', '=', wednesday).execute()
    await announceDeals(app.ctx)
    expect(await openAt('2026-11-20T15:00:00Z')).toEqual([monday])
  })

  test('is none when nothing was ever marked for it', async () => {
    await createDeal(app.ctx)
    await announceDeals(app.ctx)
    expect(await openAt('2026-11-20T15:00:00Z')).toEqual([])
  })

  test('is nothing for visitors, who are asked to sign in, and no limit for members', async () => {
    const id = await preview('2026-11-20T14:00:00Z')
    await createDeal(app.ctx, { publishedAt: new Date('2026-11-20T14:00:00Z') })
    await announceDeals(app.ctx)
    app.setNow(new Date('2026-11-20T18:00:00Z'))
    const deal = await app.inject({ url: `/api/deals/${id}` })
    expect(deal.json()).toMatchObject({ isPreview: true, isAccessible: false })
    const way = await app.inject({ url: `/api/track/deal/${id}` })
    expect([way.statusCode, way.json().code]).toEqual([401, 'sign-in-required'])
    expect(await openAt('2026-11-20T18:00:00Z', createMember)).toHaveLength(2)
  })
})

describe('the day ends at midnight in Toronto', () => {
  test.each([
    ['in winter', '2026-11-19T20:00:00Z', '2026-11-20T04:59:00Z', '2026-11-20T05:00:00Z'],
    ['in summer', '2026-07-01T20:00:00Z', '2026-07-02T03:59:00Z', '2026-07-02T04:00:00Z'],
    [
      'after the clocks went forward',
      '2026-03-08T20:00:00Z',
      '2026-03-09T03:59:00Z',
      '2026-03-09T04:00:00Z',
    ],
    [
      'after the clocks went back',
      '2026-11-01T20:00:00Z',
      '2026-11-02T04:59:00Z',
      '2026-11-02T05:00:00Z',
    ],
  ])('%s', async (_, evening, lastMinute, midnight) => {
    const old = await preview(evening)
    const justBefore = await preview(lastMinute)
    await announceDeals(app.ctx)
    expect(await openAt(lastMinute)).toEqual([old, justBefore])
    // Nothing is announced: the change of day alone matters, even for a cached answer.
    const fresh = await preview(midnight)
    expect(await openAt(midnight)).toEqual([fresh])
  })

  test('for the database as for the server, at any moment', async () => {
    const start = Date.parse('2025-01-01T00:00:00Z')
    const moments = Array.from(
      { length: 1000 },
      (_, index) => new Date(start + index * 17.3 * 3_600_000),
    )
    for (const night of [
      '2026-03-08T04:59:59.999Z',
      '2026-03-08T07:00:00Z',
      '2026-11-01T05:30:00Z',
    ]) {
      moments.push(new Date(night))
    }
    const list = JSON.stringify(moments)
    const { rows } = await sql<{ day: string }>`
      select to_char(at::timestamptz at time zone 'America/Toronto', 'YYYY-MM-DD') as day
      from json_array_elements_text(${list}::json) with ordinality as moments (at, place) order by place
    `.execute(app.db)
    expect(rows.map((row) => row.day)).toEqual(moments.map(businessDay))
  })
})
