import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { newId } from '#app/server/ids.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
afterAll(() => app.setNow(undefined))

const LINKS = 4
const STATUSES = [200, 201, 404, 409, 422]

type Step =
  | { do: 'create'; link: number; named: boolean; isPublished: boolean }
  | { do: 'edit'; deal: number; fields: Record<string, string>; isLate: boolean }
  | { do: 'move'; deal: number; link: number }
  | { do: 'publish'; deal: number; isPublished: boolean }
  | { do: 'flip'; deal: number; switches: object }
  | { do: 'remove'; deal: number }
  | { do: 'many'; verb: 'publish' | 'unpublish' | 'remove' | 'restore'; deals: number[] }
  | { do: 'wait'; hours: number }

const deal = fc.nat({ max: 7 })
const link = fc.nat({ max: LINKS - 1 })
const price = fc.constantFrom('', '0', '100', '250.50', '1,000.00')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    link,
    named: fc.boolean(),
    isPublished: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('edit' as const),
    deal,
    fields: fc.record(
      {
        brandName: fc.constantFrom('', 'Maison One', 'Maison Two'),
        productName: fc.constantFrom('', 'Coat', 'Scarf'),
        originalPrice: price,
        salePrice: price,
        isPreview: fc.constantFrom('true', 'false'),
        isPublished: fc.constantFrom('true', 'false'),
      },
      { requiredKeys: [] },
    ),
    isLate: fc.boolean(),
  }),
  fc.record({ do: fc.constant('move' as const), deal, link }),
  fc.record({ do: fc.constant('publish' as const), deal, isPublished: fc.boolean() }),
  fc.record({
    do: fc.constant('flip' as const),
    deal,
    switches: fc.constantFrom(
      { showInSplash: true },
      { carouselAssignment: 2 },
      { isPreview: true },
      { isPreview: false, carouselAssignment: 0 },
    ),
  }),
  fc.record({ do: fc.constant('remove' as const), deal }),
  fc.record({
    do: fc.constant('many' as const),
    verb: fc.constantFrom('publish', 'unpublish', 'remove', 'restore'),
    deals: fc.array(deal, { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
)

test('whatever two administrators do in whatever order, the catalogue and the audit agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Two adjacent steps run concurrently, one per administrator.
      fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 12 }),
      async (steps) => {
        const run = await startRun()
        for (const both of steps) {
          await run.wait(both)
          await Promise.all(both.map((each, index) => run.take(each, index)))
          await run.check()
        }
      },
    ),
    { numRuns: 25 },
  )
})

async function startRun() {
  let now = new Date('2026-03-01T12:00:00Z').getTime()
  app.setNow(new Date(now))
  let desks = await openDesks()
  const shop = `${newId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, 'x')}.example`
  const ids: string[] = []
  const versions = new Map<string, number>()
  const idOf = (index: number) => ids[index % Math.max(1, ids.length)] ?? 'aaaaaaaaaaaa'
  const linkOf = (index: number) => `https://${shop}/p/${index}`

  async function openDesks(): Promise<[AdminClient, AdminClient]> {
    return [await openAdminClient(app, 'Ann'), await openAdminClient(app, 'Bob')]
  }

  async function takeOne(each: Step, admin: AdminClient) {
    switch (each.do) {
      case 'create': {
        const names = { brandName: 'Maison One', productName: 'Coat', salePrice: '10' }
        return admin.create({
          buyUrl: linkOf(each.link),
          isPublished: String(each.isPublished),
          ...(each.named ? names : {}),
        })
      }
      case 'edit': {
        const current = versions.get(idOf(each.deal)) ?? 1
        const version = String(each.isLate ? current - 1 : current)
        return admin.edit(idOf(each.deal), { ...each.fields, version })
      }
      case 'move':
        return admin.edit(idOf(each.deal), { buyUrl: linkOf(each.link) })
      case 'publish':
        return admin.publish(idOf(each.deal), each.isPublished)
      case 'flip':
        return admin.flip(idOf(each.deal), each.switches)
      case 'remove':
        return admin.remove(idOf(each.deal))
    }
  }

  async function take(each: Step, index: number) {
    const admin = desks[index % 2] ?? desks[0]
    if (each.do === 'wait') return
    if (each.do === 'many') {
      const named = [...new Set(each.deals.map(idOf))]
      const answer =
        each.verb === 'remove'
          ? await admin.removeMany(named)
          : each.verb === 'restore'
            ? await admin.restoreMany(named)
            : await admin.publishMany(named, each.verb === 'publish')
      const told = [...answer.changed, ...answer.left.map(({ id }) => id)]
      expect(told.toSorted()).toEqual(named.toSorted())
      return
    }
    const response = await takeOne(each, admin)
    expect(STATUSES).toContain(response?.statusCode)
    if (response?.statusCode === 201) ids.push(response.json().id)
  }

  /** Runs before anything else, because a night ends every session. */
  async function wait(steps: Step[]) {
    for (const each of steps) if (each.do === 'wait') now += each.hours * HOUR_MS
    app.setNow(new Date(now))
    desks = await openDesks()
  }

  async function check() {
    await checkRows()
    await checkAudit()
  }

  async function checkRows() {
    if (ids.length === 0) return
    const rows = await app.db.selectFrom('deals').selectAll().where('id', 'in', ids).execute()
    const live = rows.filter((row) => row.deletedAt === null)
    const keys = live.map((row) => row.buyUrlKey)
    expect(new Set(keys).size).toBe(keys.length)
    for (const row of rows) {
      expect(row.version).toBeGreaterThanOrEqual(versions.get(row.id) ?? 1)
      versions.set(row.id, row.version)
      if (row.isPublished) {
        expect(row).toMatchObject({ brandId: expect.any(String), deletedAt: null })
        expect(row.productName).not.toBe('')
        expect(row.publishedAt).not.toBeNull()
      }
      if (row.deletedAt === null) expect(row.wasPublished).toBe(false)
    }
    await checkFeed()
  }

  async function checkFeed() {
    const published = await app.db
      .selectFrom('deals')
      .select('publishedDay')
      .where('isPublished', '=', true)
      .execute()
    const days = await app.db.selectFrom('feedDays').selectAll().execute()
    for (const { publishedDay, dealsThrough } of days) {
      const through = published.filter((row) => (row.publishedDay ?? '') <= publishedDay)
      expect(dealsThrough).toBe(through.length)
    }
  }

  /**
   * Checks that every entry starts where the one before ended, and that the last one is the current state.
   */
  async function checkAudit() {
    if (ids.length === 0) return
    const entries = await app.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('subjectKind', '=', 'deal')
      .where('subjectId', 'in', ids)
      // Confirming warnings changes no field.
      .where('action', '!=', 'deal.published-anyway')
      .orderBy('id')
      .execute()
    const now = new Map<string, unknown>()
    const deleted = new Map<string, unknown>()
    for (const { subjectId: id, action, before, after } of entries) {
      expect(after, `${action} that changes nothing`).not.toEqual(before)
      expect(before).toEqual(now.get(id) ?? null)
      if (action === 'deal.restored') expect(after).toEqual(deleted.get(id))
      if (after === null) deleted.set(id, before)
      now.set(id, after)
    }
    const { deals } = await desks[0].list(`?limit=100&ids=${ids.join()}`)
    const there = new Map(deals.map((each: ManagedDeal) => [each.id, each]))
    for (const id of ids) expect(there.get(id) ?? null).toEqual(now.get(id))
  }

  return { wait, take, check }
}
