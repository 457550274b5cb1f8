import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ann')
})

const feedCount = async () =>
  (await app.inject({ url: '/api/deals?limit=1' })).json().pagination.totalDeals

const entriesOf = (id: string) => admin.auditOf(id)

const statesOf = async (ids: string[]) =>
  app.db
    .selectFrom('deals')
    .select(['isPublished', 'wasPublished'])
    .select((eb) => eb('deletedAt', 'is not', null).as('isDeleted'))
    .where('id', 'in', ids)
    .execute()

describe('many deals at once', () => {
  test('are published and taken back, and those that cannot be say why', async () => {
    const ready = [await admin.enter(), await admin.enter()].map(({ id }) => id)
    const live = (await admin.enter({ isPublished: 'true' })).id
    const draft = (await admin.create({ buyUrl: 'https://shop.example/many-draft' })).json().id
    const gone = (await admin.enter()).id
    await admin.remove(gone)
    const never = "a'b"

    const ids = [...ready, live, draft, gone, never, ready[0] ?? '']
    const published = await admin.publishMany(ids)
    expect(published).toEqual({
      changed: ready,
      left: [
        { id: live, reason: 'It is published already.' },
        {
          id: draft,
          reason:
            'A brand is needed before it can be published. A product name is needed before it can be published.',
        },
        { id: gone, reason: 'It was deleted meanwhile.' },
        { id: never, reason: 'There is no such deal.' },
      ],
    })
    const member = await createMember(app.ctx)
    for (const id of ready) {
      expect((await app.as(member).inject({ url: `/api/deals/${id}` })).statusCode).toBe(200)
    }
    const takenBack = await admin.publishMany([...ready, draft], false)
    expect(takenBack).toEqual({
      changed: ready,
      left: [{ id: draft, reason: 'It is not published.' }],
    })
    for (const id of ready) {
      expect((await app.as(member).inject({ url: `/api/deals/${id}` })).statusCode).toBe(404)
    }
  })

  test('leave one entry each in the audit, which say that they belong together', async () => {
    const ids = [await admin.enter(), await admin.enter()].map(({ id }) => id)
    await admin.publishMany(ids)
    const [one, two] = await Promise.all(ids.map(entriesOf))
    expect(one[0]).toMatchObject({ action: 'deal.published', actorName: 'Ann' })
    expect(one[0].batchId).toBeTruthy()
    expect(two[0].batchId).toBe(one[0].batchId)
    expect(one).toHaveLength(2)
    await admin.publishMany(ids)
    expect(await entriesOf(ids[0] ?? '')).toHaveLength(2)
  })

  test('are deleted and come back as they were: published, in their places, with clicks', async () => {
    const kept = await createDeal(app.ctx)
    const published = [
      await admin.enter({ isPublished: 'true' }),
      await admin.enter({ isPublished: 'true' }),
    ]
    const draft = await admin.enter()
    const ids = [...published, draft].map(({ id }) => id)
    await app.db
      .insertInto('clicks')
      .values([
        { dealId: draft.id, userId: null, clickType: 'deal-card', kind: 'click' },
        { dealId: draft.id, userId: null, clickType: 'deal-card', kind: 'bot' },
      ])
      .execute()
    const before = await feedCount()
    const order = async () =>
      (await app.inject({ url: '/api/deals?limit=48' }))
        .json()
        .deals.map((deal: { id: string }) => deal.id)
    const places = await order()

    expect(await admin.removeMany(ids)).toEqual({ changed: ids, left: [] })
    await expect.poll(feedCount).toBe(before - 2)
    expect((await admin.list(`?ids=${ids.join()},${kept.id}`)).deals).toMatchObject([
      { id: kept.id },
    ])
    const again = await admin.removeMany([ids[0] ?? '', 'aaaaaaaaaaaa'])
    expect(again.left.map(({ reason }) => reason)).toEqual([
      'It was deleted already.',
      'There is no such deal.',
    ])

    expect(await admin.restoreMany([...ids, kept.id])).toEqual({
      changed: ids,
      left: [{ id: kept.id, reason: 'It is there already.' }],
    })
    expect((await admin.read(draft.id)).json()).toEqual({ ...draft, clicks: 1 })
    expect((await admin.read(published[0]?.id ?? '')).json()).toEqual(published[0])
    await expect.poll(order).toEqual(places)
    expect((await statesOf(ids)).every((state) => !state.isDeleted && !state.wasPublished)).toBe(
      true,
    )
    expect((await entriesOf(draft.id)).map((entry: { action: string }) => entry.action)).toEqual([
      'deal.restored',
      'deal.deleted',
      'deal.created',
    ])
  })

  test('do not come back to a link that another deal has by now', async () => {
    const buyUrl = 'https://shop.example/taken'
    const first = await admin.enter({ buyUrl })
    await admin.remove(first.id)
    const second = await admin.enter({ buyUrl, productName: 'Newcomer' })
    expect(await admin.restoreMany([first.id])).toEqual({
      changed: [],
      left: [{ id: first.id, reason: 'Another deal has its link by now: Maison Test Newcomer.' }],
    })
    await admin.remove(second.id)
    // Both had the link, one after the other: the first one named gets it back.
    const both = await admin.restoreMany([second.id, first.id])
    expect(both.changed).toEqual([second.id])
    expect(both.left).toMatchObject([{ id: first.id }])
  })

  test.runIf(inject('engine') === 'postgres')('can be a thousand', async () => {
    const ids = await enterMany(1000)
    const before = await feedCount()
    expect((await admin.publishMany(ids)).changed).toHaveLength(1000)
    await expect.poll(feedCount).toBe(before + 1000)
    expect((await admin.removeMany(ids)).changed).toHaveLength(1000)
    await expect.poll(feedCount).toBe(before)
    expect((await admin.restoreMany(ids)).changed).toHaveLength(1000)
    await expect.poll(feedCount).toBe(before + 1000)
  })

  test.each([
    ['publish', { ids: [], isPublished: true }],
    ['publish', { ids: ['aaaaaaaaaaaa'] }],
    ['publish', { ids: 'aaaaaaaaaaaa', isPublished: true }],
    ['delete', { ids: Array.from({ length: 1001 }, (_, index) => `deal${index}`) }],
    ['delete', { ids: [7] }],
    ['restore', { ids: ['x'.repeat(41)] }],
    ['restore', {}],
  ])('are refused when the call %s has %j', async (verb, payload) => {
    const url = `/api/admin/deals/${verb}`
    const response = await admin.ask({ method: 'POST', url, payload })
    expect(response.statusCode).toBe(400)
  })
})

async function enterMany(count: number): Promise<string[]> {
  const sample = await createDeal(app.ctx, { isPublished: false })
  const { brandId, retailerId } = await app.db
    .selectFrom('deals')
    .select(['brandId', 'retailerId'])
    .where('id', '=', sample.id)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: count }, (_, index) => `many${String(index).padStart(8, '0')}`)
  for (let at = 0; at < count; at += 100) {
    await app.db
      .insertInto('deals')
      .values(
        ids.slice(at, at + 100).map((id) => ({
          id,
          brandId,
          retailerId,
          productName: `Piece ${id}`,
          originalPriceCents: null,
          salePriceCents: null,
          buyUrl: `https://shop.example/${id}`,
          buyUrlKey: `shop.example/${id}`,
          domain: 'shop.example',
          cardPictureId: null,
          category: null,
          startsAt: null,
          endsAt: null,
          importId: null,
          publishedAt: null,
        })),
      )
      .execute()
  }
  return ids
}
