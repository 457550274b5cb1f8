import { beforeEach, describe, expect, test } from 'vitest'
import { createDeal, createMember, createPerson, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const START = new Date('2026-11-20T15:00:00Z')

let member: Person
beforeEach(async () => {
  app.setNow(START)
  await app.db.deleteFrom('deals').execute()
  member = await createMember(app.ctx)
})

const list = async (query: string, who = member) =>
  (await app.as(who).inject({ url: `/api/saved${query}` })).json()
describe('filters of the list', () => {
  const names = async (query: string, who = member) => {
    const { saved, matching } = await list(query, who)
    return { saved: saved.map(({ dealId }: { dealId: string }) => dealId), matching }
  }

  async function saveKinds(who = member) {
    const made: string[] = []
    for (const [category, dollars] of [
      ['boots', 150],
      ['boots', 450],
      ['totes', 150],
    ] as const) {
      const { id } = await createDeal(app.ctx, {
        category,
        salePriceCents: dollars * 100,
        originalPriceCents: 100_000,
      })
      await app.as(who).inject({ method: 'PUT', url: `/api/saved/${id}` })
      made.push(id)
    }
    return made as [string, string, string]
  }

  test('are those of the feed, of what somebody has saved alone', async () => {
    const [boots, dear, tote] = await saveKinds()
    await createDeal(app.ctx, { category: 'boots', salePriceCents: 15_000 })
    expect(await names('?category=boots&max=200')).toEqual({ saved: [boots], matching: 1 })
    expect(await names('?category=shoes&sort=price-down')).toEqual({
      saved: [dear, boots],
      matching: 2,
    })
    expect(await names('?not-category=boots')).toEqual({ saved: [tote], matching: 1 })
    const { facets, total } = await list('?max=200')
    expect(total).toBe(3)
    expect(facets.facets.category).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ value: 'boots', count: 1 }),
        expect.objectContaining({ value: 'totes', count: 1 }),
      ]),
    )
  })

  test('find what has ended as well, and what is not listed any more in the whole list alone', async () => {
    const [boots, dear] = await saveKinds()
    await app.db
      .updateTable('deals')
      .set({ endedAt: START, endedReason: 'sold-out' })
      .where('id', '=', boots)
      .execute()
    await app.db.updateTable('deals').set({ isPublished: false }).where('id', '=', dear).execute()
    expect(await names('?category=boots')).toEqual({ saved: [boots], matching: 1 })
    expect((await names('')).matching).toBe(3)
  })

  test('say which to drop where nothing fits', async () => {
    await saveKinds()
    const { matching, facets } = await list('?category=totes&min=400')
    expect(matching).toBe(0)
    expect(facets.without).toEqual([
      { name: 'category', value: 'totes', label: 'Totes', count: 1 },
      { name: 'min', value: '400', label: 'From $400', count: 1 },
    ])
  })

  test('are refused by name, or left out and named where that is asked for', async () => {
    await saveKinds()
    const wrong = await app.as(member).inject({ url: '/api/saved?colour=lila' })
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      400,
      { colour: '“lila” must be one of our colours' },
    ])
    const { matching, facets } = await list('?colour=lila&category=totes&lenient=1')
    expect([matching, facets.leftOut.map(({ name }: { name: string }) => name)]).toEqual([
      1,
      ['colour'],
    ])
  })

  test('by what only members know are for members', async () => {
    const free = await createPerson(app.ctx)
    await saveKinds(free)
    const answer = await app.as(free).inject({ url: '/api/saved?retailer=anything' })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'members-only'])
    expect((await names('?category=boots', free)).matching).toBe(2)
  })
})
