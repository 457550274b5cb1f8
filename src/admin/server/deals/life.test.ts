import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createMember, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let admin: AdminClient
const NOON = Date.parse('2026-11-20T17:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * MINUTE_MS)

beforeAll(async () => {
  app.setNow(at(0))
  admin = await openAdminClient(app, 'Ann')
})
beforeEach(async () => {
  app.setNow(at(0))
  await app.db.deleteFrom('deals').execute()
  await announceDeals(app.ctx)
})

const read = async (id: string): Promise<ManagedDeal> => (await admin.read(id)).json()
const statusOf = async (id: string) => (await app.inject({ url: `/api/deals/${id}` })).statusCode
/** Waits until this process has received the earlier changes. */
const settle = () => announceDeals(app.ctx)

describe('a deal with a start', () => {
  test('waits when it is published, comes out by itself, and can be taken back until then', async () => {
    const deal = await admin.enter({ startsAt: '2026-11-20 12:10', isPublished: 'true' })
    expect(deal).toMatchObject({ state: 'scheduled', isPublished: false, publishedAt: null })
    expect(deal.startsAt).toBe(at(10).toISOString())
    expect(await admin.publishMany([deal.id])).toMatchObject({
      left: [{ reason: 'It is scheduled already.' }],
    })
    expect((await admin.publish(deal.id, false)).json()).toMatchObject({ state: 'draft' })
    await settle()
    app.setNow(at(11))
    expect([await statusOf(deal.id), (await read(deal.id)).state]).toEqual([404, 'draft'])

    app.setNow(at(5))
    expect((await admin.publish(deal.id, true)).json()).toMatchObject({ state: 'scheduled' })
    await settle()
    app.setNow(at(10))
    expect(await statusOf(deal.id)).toBe(200)
    expect(await read(deal.id)).toMatchObject({
      ...{ state: 'live', isPublished: true, publishedAt: at(10).toISOString() },
    })
  })

  test('does not go out because its start was taken away, nor because it was restored', async () => {
    const timed = { startsAt: '2026-11-20 12:10', isPublished: 'true' }
    const [one, other] = [await admin.enter(timed), await admin.enter(timed)]
    expect((await admin.edit(one.id, { startsAt: '' })).json()).toMatchObject({ state: 'draft' })
    await admin.remove(other.id)
    await settle()
    app.setNow(at(11))
    await admin.restoreMany([other.id])
    expect(await read(other.id)).toMatchObject({ state: 'draft', startsAt: at(10).toISOString() })
  })
})

describe('times that cannot be', () => {
  test.each([
    ['an end before the start', { startsAt: '2026-11-21', endsAt: '2026-11-20' }, 'endsAt'],
    ['an end that has passed', { endsAt: '2026-11-20 11:59' }, 'endsAt'],
    ['no date', { startsAt: 'next week' }, 'startsAt'],
    ['a date in two ways', { endsAt: '11/12/2026' }, 'endsAt'],
    ['a night without that hour is another', { endsAt: '2026-02-30 10:00' }, 'endsAt'],
  ])('are refused at their field: %s', async (_, fields, named) => {
    const refused = await admin.create({ buyUrl: `https://shop.example/${named}`, ...fields })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().fields)).toEqual([named])
  })

  test('and one that is out cannot start later', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    const refused = await admin.edit(id, { startsAt: '2026-11-21 09:00' })
    expect(refused.json().fields.startsAt).toContain('Take it off first')
  })
})

describe('ending deals by hand', () => {
  test('says why, once, for many; and brings them back to their place', async () => {
    const ids = [await admin.enter({ isPublished: 'true' })].map(({ id }) => id)
    const [id = ''] = ids
    const draft = (await admin.enter()).id
    const all = [id, draft, 'nobody']
    expect(await admin.endMany(all, 'gone')).toEqual({
      changed: [id],
      left: [
        { id: draft, reason: 'It is not published.' },
        { id: 'nobody', reason: 'There is no such deal.' },
      ],
    })
    const { publishedAt } = await read(id)
    const endedAt = at(0).toISOString()
    expect(await read(id)).toMatchObject({ state: 'ended', endedReason: 'gone', endedAt })
    expect((await admin.endMany([id])).left).toEqual([{ id, reason: 'It has ended already.' }])

    app.setNow(new Date(NOON + 3 * 24 * 60 * MINUTE_MS))
    admin = await openAdminClient(app, 'Ann')
    await settle()
    expect((await app.inject({ url: '/api/deals' })).json().pagination.totalDeals).toBe(0)
    expect(await admin.bringBackMany([id, draft])).toMatchObject({
      changed: [id],
      left: [{ reason: 'It is not published.' }],
    })
    expect(await read(id)).toMatchObject({ state: 'live', endedReason: null, publishedAt })
    await settle()
    expect((await app.inject({ url: '/api/deals' })).json().pagination).toMatchObject({
      ...{ totalDeals: 1, endedDeals: 0 },
    })
    const actions = (await admin.auditOf(id)).map(({ action }: { action: string }) => action)
    expect(actions.slice(0, 2)).toEqual(['deal.brought-back', 'deal.ended'])
    const [, ended] = await admin.auditOf(id)
    expect(ended.changes).toContainEqual({
      ...{ field: 'Why it ended', before: null, after: 'Gone from the shop' },
    })
  })

  test('needs a reason that there is, and what was taken off has not ended any more', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    for (const reason of ['time', '', 'bored']) {
      const payload = { ids: [id], reason }
      const refused = await admin.ask({ method: 'POST', url: '/api/admin/deals/end', payload })
      expect(refused.statusCode).toBe(400)
    }
    await admin.endMany([id])
    expect((await admin.publish(id, false)).json()).toMatchObject({ state: 'draft', endedAt: null })
    expect(await statusOf(id)).toBe(404)
  })

  test('leaves a deal its own end when it is brought back, unless that has passed', async () => {
    const endsAt = ['2026-11-20 12:10', '2026-11-20 12:30']
    const deals = await Promise.all(
      endsAt.map((each) => admin.enter({ isPublished: 'true', endsAt: each })),
    )
    const ids = deals.map(({ id }) => id)
    await admin.endMany(ids)
    app.setNow(at(20))
    await admin.bringBackMany(ids)
    const ends = await Promise.all(ids.map(async (id) => (await read(id)).endsAt))
    expect(ends).toEqual([null, at(30).toISOString()])
  })

  test('stays an end through deletion and restoring', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    await admin.endMany([id], 'sold-out')
    await admin.remove(id)
    await admin.restoreMany([id])
    expect(await read(id)).toMatchObject({ state: 'ended', endedReason: 'sold-out' })
    expect(await admin.pricesOf(id)).toHaveLength(1)
  })
})

test('the list says of each deal how it stands, and is narrowed by it', async () => {
  const draft = (await admin.enter()).id
  const later = (await admin.enter({ startsAt: '2026-11-21 09:00', isPublished: 'true' })).id
  const live = (await admin.enter({ isPublished: 'true' })).id
  const ended = (await admin.enter({ isPublished: 'true' })).id
  await admin.endMany([ended])
  const idsOf = async (state: string) =>
    (await admin.list(`?state=${state}`)).deals.map(({ id }: ManagedDeal) => id).toSorted()
  expect(await idsOf('draft')).toEqual([draft])
  expect(await idsOf('scheduled')).toEqual([later])
  expect(await idsOf('live')).toEqual([live])
  expect(await idsOf('ended')).toEqual([ended])
  expect(await idsOf('published')).toEqual([live, ended].toSorted())
  expect(await idsOf('unpublished')).toEqual([draft, later].toSorted())
  expect((await admin.ask({ url: '/api/admin/deals/filters' })).json().states).toEqual({
    ...{ draft: 1, scheduled: 1, live: 1, ended: 1 },
  })
})

describe('whoever has a deal before them when it ends', () => {
  test('may look anyway as a member, and it counts as no click', async () => {
    const member = await createMember(app.ctx)
    const { id } = await admin.enter({ isPublished: 'true' })
    const clicks = async () =>
      (await app.db.selectFrom('clicks').select('id').where('dealId', '=', id).execute()).length
    const leave = () => app.as(member).inject({ url: `/api/track/deal/${id}?click_type=deal-card` })
    await leave()
    expect(await clicks()).toBe(1)
    await admin.endMany([id])
    await settle()
    app.setNow(at(30))
    expect((await leave()).json()).toMatchObject({ state: 'ended', buyUrl: expect.any(String) })
    expect(await clicks()).toBe(1)
    expect((await app.inject({ url: `/api/track/deal/${id}` })).statusCode).toBe(401)
  })

  test('may go on reading it that day when it was free and ends by itself', async () => {
    const free = app.as(await createPerson(app.ctx))
    const endsAt = '2026-11-20 12:10'
    const { id } = await admin.enter({ isPublished: 'true', isPreview: 'true', endsAt })
    const read = async () => (await free.inject({ url: `/api/deals/${id}` })).json()
    await settle()
    expect(await read()).toMatchObject({ state: 'live', isAccessible: true })
    app.setNow(at(11))
    expect(await read()).toMatchObject({ state: 'ended', isAccessible: true })
  })

  test('may go on reading it that day when it was free; the next takes its place, six at most', async () => {
    const free = app.as(await createPerson(app.ctx))
    const ids: string[] = []
    for (let index = 0; index < 9; index += 1) {
      app.setNow(at(index - 20))
      ids.push((await admin.enter({ isPublished: 'true', isPreview: 'true' })).id)
    }
    app.setNow(at(0))
    const open = async () =>
      (await free.inject({ url: '/api/deals/free' })).json().map(({ id }: ManagedDeal) => id)
    const readable = async () => {
      const { deals } = (await free.inject({ url: '/api/deals?limit=48' })).json()
      const open = deals.filter(({ isAccessible }: ManagedDeal) => isAccessible)
      return open.map(({ id }: ManagedDeal) => id).reverse()
    }
    await settle()
    expect([await open(), await readable()]).toEqual([ids.slice(0, 3), ids.slice(0, 3)])
    // By the form: somebody saw it back at its earlier price.
    const [seen, day] = ['https://shop.example/tote', '2026-11-20']
    const dear = { salePrice: '1000', priceAddress: seen, priceSeenOn: day }
    expect((await admin.edit(ids[0] ?? '', dear)).json()).toMatchObject({ state: 'ended' })
    await settle()
    expect([await open(), await readable()]).toEqual([ids.slice(1, 4), ids.slice(0, 4)])
    await admin.endMany([ids[1] ?? '', ids[8] ?? ''])
    await admin.endMany([ids[2] ?? ''])
    await settle()
    expect([await open(), await readable()]).toEqual([ids.slice(3, 6), ids.slice(0, 6)])
    await admin.endMany([ids[3] ?? ''])
    await settle()
    expect([await open(), await readable()]).toEqual([ids.slice(4, 6), ids.slice(0, 6)])
    app.setNow(new Date('2026-11-21T06:00:00Z'))
    expect(await open()).toEqual(ids.slice(4, 7))
    const deal = (await free.inject({ url: `/api/deals/${ids[0]}` })).json()
    expect(deal).toMatchObject({ state: 'ended', isAccessible: false })
  })
})
