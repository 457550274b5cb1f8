import { beforeEach, describe, expect, test } from 'vitest'
import type { Deal } from '#app/deals/deals.contract.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  type DealDraft,
} from '#test/support/factories.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'
import { doWhatIsDue } from './life.ts'

const app = useTestApp()

const NOON = Date.parse('2026-11-20T17:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * MINUTE_MS)
const MIDNIGHT = new Date('2026-11-21T05:00:00Z')

beforeEach(async () => {
  app.setNow(at(0))
  await app.db.deleteFrom('deals').execute()
  await announceDeals(app.ctx)
})

const scheduled = (minutes: number, draft: Partial<DealDraft> = {}) =>
  createDeal(app.ctx, { isPublished: false, isScheduled: true, startsAt: at(minutes), ...draft })

async function feedOf(on: TestApp, query = '') {
  const answer = (await on.inject({ url: `/api/deals?limit=48${query}` })).json()
  const states = answer.deals.map(({ id, state }: Deal) => [id, state])
  return { states, total: answer.pagination.totalDeals, days: answer.days }
}

/** Counts the announcements of deals that one process receives. */
function countAnnouncements(on: TestApp) {
  const heard = { times: 0 }
  on.ctx.live.subscribe('deals', () => {
    heard.times += 1
  })
  return heard
}

describe('a scheduled deal', () => {
  test('does not exist for anybody until its minute, and then is out at once', async () => {
    const { id } = await scheduled(1, {
      ...{ brandName: 'Maison Demain', isPreview: true, showInSplash: true, carouselAssignment: 1 },
    })
    const [member, free] = [await createMember(app.ctx), await createPerson(app.ctx)]
    await announceDeals(app.ctx)
    const everybody = [app, app.as(member), app.as(free)]
    const lists = [
      ...['/api/deals', '/api/deals?day=2026-11-20', '/api/deals/preview', '/api/deals/free'],
      ...['/api/deals/carousel/1', '/api/deals/days', '/api/deals/figures', '/sitemap.xml'],
    ]
    const read = () =>
      Promise.all(
        everybody.flatMap((who) => lists.map(async (url) => (await who.inject({ url })).body)),
      )
    const statusOf = (url: string) =>
      Promise.all(everybody.map(async (who) => (await who.inject({ url })).statusCode))

    app.setNow(at(0.99))
    const withIt = await read()
    expect(withIt.join()).not.toMatch(new RegExp(`${id}|Demain`))
    expect(await statusOf(`/api/deals/${id}`)).toEqual([404, 404, 404])
    expect(await statusOf(`/share/deal/${id}.jpg`)).toEqual([404, 404, 404])
    const saving = await app
      .as(member)
      .inject({ method: 'PUT', url: `/api/saved/${id}`, payload: {} })
    expect(saving.statusCode).toBe(404)
    expect((await app.as(member).inject({ url: `/api/track/deal/${id}` })).statusCode).toBe(404)
    const row = await app.db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirst()
    await app.db.deleteFrom('deals').where('id', '=', id).execute()
    await announceDeals(app.ctx)
    expect(await read()).toEqual(withIt)
    const { discountPerMille, wasCents, offPerMille, publishedDay, createdDay, ...stored } =
      row as NonNullable<typeof row>
    await app.db
      .insertInto('deals')
      .values({ ...stored, guessedTerms: '{}' as never, unreadTerms: '{}' as never })
      .execute()
    await announceDeals(app.ctx)
    await read()

    // Only the clock announces this; nothing stays cached.
    app.setNow(at(1))
    const out = await read()
    expect(out[0]).toContain(id)
    expect(await statusOf(`/api/deals/${id}`)).toEqual([200, 200, 200])
    const deal = (await app.inject({ url: `/api/deals/${id}` })).json()
    expect(deal).toMatchObject({
      state: 'live',
      isPublished: true,
      publishedAt: at(1).toISOString(),
    })
  })

  test('comes out on the day of its start, also when nobody was there to see it', async () => {
    const { id } = await scheduled(1)
    const other = await app.another()
    other.setNow(MIDNIGHT)
    const { states, days } = await feedOf(other)
    expect(states).toEqual([[id, 'live']])
    expect(days).toEqual([{ day: '2026-11-20', deals: 1, ended: 0 }])
    await other.close()
  })

  test('that was deleted before its start keeps nobody busy after it', async () => {
    const { id } = await scheduled(1)
    await app.db
      .updateTable('deals')
      .set({ deletedAt: at(0) })
      .where('id', '=', id)
      .execute()
    await announceDeals(app.ctx)
    app.setNow(at(2))
    const { headers } = await app.inject({ url: '/sitemap.xml' })
    expect(headers['cache-control']).toBe('public, max-age=600')
  })
})

describe('a deal with an end', () => {
  test('ends at its minute, keeps its place that day, and is then in its edition alone', async () => {
    const first = await createDeal(app.ctx, { publishedAt: at(-60) })
    const { id } = await createDeal(app.ctx, {
      ...{ endsAt: at(5), publishedAt: at(-30), showInSplash: true, carouselAssignment: 1 },
    })
    await announceDeals(app.ctx)
    app.setNow(at(4.99))
    const figures = async () => (await app.inject({ url: '/api/deals/figures' })).json()
    const of = async (url: string) => (await app.inject({ url })).json().length
    expect((await feedOf(app)).states).toEqual([
      [id, 'live'],
      [first.id, 'live'],
    ])
    expect([await of('/api/deals/preview'), await of('/api/deals/carousel/1')]).toEqual([1, 1])

    app.setNow(at(5))
    const deal = (await app.inject({ url: `/api/deals/${id}` })).json()
    const endedAt = at(5).toISOString()
    expect(deal).toMatchObject({ state: 'ended', endedReason: 'time', endedAt, isPublished: true })
    expect(await feedOf(app)).toEqual({
      states: [
        [id, 'ended'],
        [first.id, 'live'],
      ],
      total: 2,
      days: [{ day: '2026-11-20', deals: 2, ended: 1 }],
    })
    expect([await of('/api/deals/preview'), await of('/api/deals/carousel/1')]).toEqual([0, 0])
    expect((await figures()).brands).toBe(1)

    app.setNow(new Date(MIDNIGHT.getTime() - 1))
    expect((await feedOf(app)).total).toBe(2)
    app.setNow(MIDNIGHT)
    expect(await feedOf(app)).toMatchObject({ states: [[first.id, 'live']], total: 1 })
    const ofDay = { states: [[first.id, 'live']], total: 1 }
    expect(await feedOf(app, '&day=2026-11-20')).toMatchObject(ofDay)
    expect(await feedOf(app, '&day=2026-11-20&sort=price-up')).toMatchObject(ofDay)
    const asked = (await app.inject({ url: '/api/deals/facets?day=2026-11-20' })).json()
    expect(asked).toMatchObject({ total: 1, ended: 0 })
    expect(await feedOf(app, '&day=2026-11-20&ended=1')).toMatchObject({ total: 2 })
    const edition = await app.inject({ url: '/api/editions/2026-11-20/deals' })
    expect(edition.json().pagination).toMatchObject({ totalDeals: 2, endedDeals: 1 })
    expect((await app.inject({ url: `/api/deals/${id}` })).json()).toMatchObject({ state: 'ended' })
  })

  test('is kept by nobody past its end', async () => {
    const { id } = await createDeal(app.ctx, { endsAt: at(5) })
    await announceDeals(app.ctx)
    app.setNow(at(4))
    const keeping = async (url: string) => (await app.inject({ url })).headers['cache-control']
    expect(await keeping('/sitemap.xml')).toBe('public, max-age=60')
    expect(await keeping(`/share/deal/${id}.jpg`)).toBe('public, max-age=60')
    app.setNow(at(6))
    expect(await keeping('/robots.txt')).toBe('public, max-age=600')
  })
})

test('what is due is done and announced once, however many processes see it', async () => {
  await scheduled(1)
  await createDeal(app.ctx, { endsAt: at(1) })
  const other = await app.another()
  const both = [app, other]
  other.setNow(at(0))
  await announceDeals(other.ctx)
  // Announcements arrive in order: now this process has received the other's.
  await announceDeals(app.ctx)
  const live = async () =>
    (await Promise.all(both.map((each) => feedOf(each)))).map(({ states }) => states.length)
  expect(await live()).toEqual([1, 1])

  const heard = countAnnouncements(app)
  for (const each of both) each.setNow(at(1))
  const done = Promise.all(both.map((each) => doWhatIsDue(each.ctx)))
  expect(await live()).toEqual([2, 2])
  const counts = await done
  await announceDeals(app.ctx)
  expect(heard.times).toBe(2)
  expect(counts.filter((count) => count > 0).length).toBeLessThanOrEqual(1)
  await other.close()
})
