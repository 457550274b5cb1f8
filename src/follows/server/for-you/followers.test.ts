import { beforeEach, expect, test } from 'vitest'
import { newId } from '#app/server/ids.ts'
import { statementsOf } from '#test/support/databases/statements.ts'
import { createDeal, createMember, createPerson, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { findFollowersOf } from './followers.ts'

const app = useTestApp()

let member: Person
let free: Person
beforeEach(async () => {
  await app.db.deleteFrom('follows').execute()
  await app.db.deleteFrom('deals').execute()
  member = await createMember(app.ctx)
  free = await createPerson(app.ctx)
})

const idOf = async (table: 'brands' | 'retailers', name: string) => {
  const found = app.db.selectFrom(table).select('id').where('name', '=', name)
  return (await found.executeTakeFirstOrThrow()).id
}
const follow = (
  who: Person,
  kind: 'brand' | 'category' | 'retailer' | 'search',
  value: string,
  more: { isHidden?: boolean; isForMembers?: boolean } = {},
) =>
  app.db
    .insertInto('follows')
    .values({ id: newId(), userId: who.id, kind, value, createdAt: new Date(), ...more })
    .execute()
const found = async (...dealIds: string[]) => {
  const followers = (await Array.fromAsync(findFollowersOf(app.ctx, dealIds))).flat()
  return Object.fromEntries(followers.map((each) => [each.userId, each.dealIds]))
}

test('new deals find who follows their brand or category, also the one above', async () => {
  const boots = await createDeal(app.ctx, { brandName: 'Aubrelle', category: 'boots' })
  const tote = await createDeal(app.ctx, { brandName: 'Bellac', category: 'totes' })
  await follow(member, 'brand', await idOf('brands', 'Aubrelle'))
  await follow(free, 'category', 'shoes')
  await follow(free, 'brand', await idOf('brands', 'Bellac'))
  expect(await found(boots.id, tote.id)).toEqual({
    [member.id]: [boots.id],
    // A brand has more points than a category.
    [free.id]: [tote.id, boots.id],
  })
  expect(await found()).toEqual({})
})

test('a brand finds who followed the one whose place it has taken', async () => {
  await createDeal(app.ctx, { brandName: 'Aubrelle' })
  const { id } = await createDeal(app.ctx, { brandName: 'Maison Aubrelle' })
  const before = await idOf('brands', 'Aubrelle')
  await follow(free, 'brand', before)
  expect(await found(id)).toEqual({})
  const successorId = await idOf('brands', 'Maison Aubrelle')
  await app.db.updateTable('brands').set({ successorId }).where('id', '=', before).execute()
  expect(await found(id)).toEqual({ [free.id]: [id] })
})

test('what is hidden, put aside, over or asleep finds nobody', async () => {
  const { id } = await createDeal(app.ctx, { brandName: 'Aubrelle', category: 'boots' })
  const [brand, shop] = [await idOf('brands', 'Aubrelle'), await idOf('retailers', 'The Test Shop')]
  await follow(member, 'retailer', shop, { isForMembers: true })
  await follow(free, 'retailer', shop, { isForMembers: true })
  expect(await found(id)).toEqual({ [member.id]: [id] })
  await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
  expect(await found(id)).toEqual({})
  await app.db.updateTable('subscriptions').set({ status: 'active' }).execute()
  expect(await found(id)).toEqual({ [member.id]: [id] })
  await follow(free, 'category', 'boots')
  await follow(free, 'brand', brand, { isHidden: true })
  expect(await found(id)).toEqual({ [member.id]: [id] })
  await app.db
    .insertInto('declinedDeals')
    .values({ userId: member.id, dealId: id, declinedAt: new Date() })
    .execute()
  expect(await found(id)).toEqual({})
})

test('they come some at a time, everybody once', async () => {
  const { id } = await createDeal(app.ctx, { category: 'boots' })
  for (const who of [member, free, await createPerson(app.ctx)])
    await follow(who, 'category', 'boots')
  const seen: string[] = []
  for await (const some of findFollowersOf(app.ctx, [id], { limit: 2 })) {
    expect(some.length).toBeLessThan(3)
    seen.push(...some.map(({ userId }) => userId))
  }
  expect(new Set(seen).size).toBe(3)
  expect(seen).toHaveLength(3)
})

test('what a search finds is asked once, however many follow it', async () => {
  const { id } = await createDeal(app.ctx, { category: 'boots', salePriceCents: 19_000 })
  const people = [member, free, await createPerson(app.ctx), await createPerson(app.ctx)]
  for (const who of people) await follow(who, 'search', 'category=boots&max=200')
  const pages: number[] = []
  const asked = await statementsOf(async () => {
    for await (const some of findFollowersOf(app.ctx, [id], { limit: 1 })) pages.push(some.length)
  })
  expect(pages).toEqual([1, 1, 1, 1, 0])
  expect(asked.filter((text) => text.startsWith('select distinct "value"'))).toHaveLength(1)
})

test('a search finds who follows it: over names for members alone, and nothing when what it asks for is gone', async () => {
  const { id } = await createDeal(app.ctx, {
    brandName: 'Aubrelle',
    category: 'boots',
    salePriceCents: 19_000,
  })
  await createDeal(app.ctx, { brandName: 'Bellac', category: 'boots', salePriceCents: 21_000 })
  await follow(free, 'search', 'category=boots&max=200')
  await follow(member, 'search', 'q=leather+tote', { isForMembers: true })
  const both = (await app.db.selectFrom('deals').select('id').execute()).map((each) => each.id)
  const all = await found(...both)
  expect(all[free.id]).toEqual([id])
  expect(all[member.id]?.toSorted()).toEqual(both.toSorted())
  await app.db.deleteFrom('follows').execute()
  await follow(free, 'search', 'q=leather')
  await follow(free, 'search', 'brand=gone&max=900')
  expect(await found(...both)).toEqual({})
  // Excluding a brand that is gone excludes nothing.
  await follow(free, 'search', 'not-brand=gone&max=200')
  expect(await found(...both)).toEqual({ [free.id]: [id] })
})
