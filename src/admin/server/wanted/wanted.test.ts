import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PeopleWant } from '#app/admin/wanted.contract.ts'
import { cleanUp } from '#app/clean-up.ts'
import { noteFruitless, wordsKept } from '#app/deals/server/search/fruitless.ts'
import { keysOfSizes } from '#app/deals/vocabulary/size-keys.facts.ts'
import { newId } from '#app/server/ids.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { fillPool, poolPiece } from '#test/product-feeds/filled-pool.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createDeal, createPerson, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const NOW = new Date('2026-11-23T14:00:00Z')
// More than five, because two people share a bit in one of a hundred cases.
const MANY = 14
const people: Person[] = []
let ann: AdminClient

beforeAll(async () => {
  app.setNow(NOW)
  for (let number = 0; number < MANY; number += 1) people.push(await createPerson(app.ctx))
})
beforeEach(async () => {
  app.setNow(NOW)
  ann = await openAdminClient(app, 'Ann')
  await app.db.deleteFrom('deals').execute()
  await createDeal(app.ctx, { productName: 'Wool coat', brandName: 'Fold' })
  await announceDeals(app.ctx)
})

const wanted = async (): Promise<PeopleWant> => (await ann.ask({ url: '/api/admin/wanted' })).json()
async function search(who: Person | undefined, q: string, more = '') {
  const url = `/api/deals?q=${encodeURIComponent(q)}${more}`
  const response = await (who ? app.as(who) : app).inject({ url })
  expect(response.statusCode).toBe(200)
}

test('searches that found nothing are told from five people on, and of nobody', async () => {
  for (const who of people.slice(0, 4)) await search(who, 'green sandals')
  // Repeats by the same person, by visitors, or narrowed further do not count.
  for (let again = 0; again < 8; again += 1) await search(people[0], 'Sandal, GREEN')
  for (let again = 0; again < 8; again += 1) await search(undefined, 'green sandals')
  for (const who of people) await search(who, 'green sandals', '&off=10')
  // Neither do searches with results, or those that look like personal data.
  for (const who of people) await search(who, 'fold')
  for (const who of people) await search(who, 'somebody@people.test')
  expect(await wanted()).toMatchObject({ searches: [] })

  const [words, pictureUrls] = [['green', 'sandal'], ['https://shop.example/1.jpg']]
  await fillPool(app, 'One', [poolPiece('Green leather sandals', { words, pictureUrls })])
  for (const who of people) await search(who, 'green sandals')
  const [found, ...others] = (await wanted()).searches
  expect([found?.words, found?.candidates, others]).toEqual(['green sandal', 1, []])
  expect(found?.pictured).toHaveLength(1)
  expect(found?.people).toBeGreaterThanOrEqual(5)
  expect(found?.people).toBeLessThanOrEqual(MANY)
  const kept = JSON.stringify(await app.db.selectFrom('fruitlessSearches').selectAll().execute())
  expect(people.filter(({ id }) => kept.includes(id))).toEqual([])

  // Once there is such a deal nothing is missing, and after four weeks the searches are deleted.
  await createDeal(app.ctx, { productName: 'Green sandals', brandName: 'Oriel' })
  await announceDeals(app.ctx)
  expect((await wanted()).searches).toEqual([])
  app.setNow(new Date(NOW.getTime() + 36 * DAY_MS))
  await cleanUp(app.ctx)
  expect(await app.db.selectFrom('fruitlessSearches').selectAll().execute()).toEqual([])
})

test('of searches people are reckoned: five are five, and a hundred about a hundred', async () => {
  const looking = { 'grey capes': 5, 'blue capes': 100, 'red capes': 600 }
  for (const [words, count] of Object.entries(looking)) {
    for (let person = 0; person < count; person += 1) {
      await noteFruitless(app.ctx, `person-${person}`, words)
    }
  }
  const { searches } = await wanted()
  const peopleOf = (words: string) => searches.find((each) => each.words === words)?.people
  expect(peopleOf('cape grey')).toBe(5)
  for (const [words, count] of [
    ['blue cape', 100],
    ['cape red', 600],
  ] as const) {
    expect(Math.abs((peopleOf(words) ?? 0) - count) / count).toBeLessThan(0.06)
  }
})

test('of what is typed only a few words are kept, and nothing that may be somebody’s own', () => {
  const typed = [
    'Suede BOOTS, boots',
    'ann@people.test',
    'call 4165550123',
    'one two three four five six seven',
    '!',
  ]
  expect(typed.map(wordsKept)).toEqual(['boot suede', ...Array(4).fill(undefined)])
})

test('brands that five people follow and sizes that five wear are told while no living deal has them', async () => {
  const { id: oriel } = await createDeal(app.ctx, { brandName: 'Oriel' })
  await app.db.updateTable('deals').set({ isPublished: false }).where('id', '=', oriel).execute()
  const { brandId } = await app.db
    .selectFrom('deals')
    .select('brandId')
    .where('id', '=', oriel)
    .executeTakeFirstOrThrow()
  const [sizeKey = ''] = keysOfSizes(['IT 40'], { department: 'women', category: 'dresses' })
  const follow =
    (who: Person, isHidden = false) =>
    async () => {
      const row = { userId: who.id, kind: 'brand' as const, value: brandId ?? '', isHidden }
      await app.db
        .insertInto('follows')
        .values({ ...row, id: newId(), createdAt: NOW })
        .execute()
      await app.db
        .insertInto('forYouSetups')
        .values({ userId: who.id, sizeKeys: isHidden ? [] : [sizeKey] })
        .execute()
    }
  for (const who of people.slice(0, 4)) await follow(who)()
  for (const who of people.slice(5, 7)) await follow(who, true)()
  expect(await wanted()).toMatchObject({ brands: [], sizes: [] })
  const fifth = people[4]
  if (fifth) await follow(fifth)()
  await fillPool(app, 'Two', [poolPiece('Bag', { brandName: 'Oriel', sizeKeys: [sizeKey] })])
  expect(await wanted()).toMatchObject({
    brands: [{ name: 'Oriel', key: 'oriel', people: 5, candidates: 1 }],
    sizes: [{ key: sizeKey, people: 5, candidates: 1 }],
  })
  // The brand's successor has deals.
  const renamed = app.db.updateTable('brands').where('id', '=', brandId)
  const fold = app.db.selectFrom('brands').select('id').where('name', '=', 'Fold')
  await renamed.set({ successorId: fold }).execute()
  expect(await wanted()).toMatchObject({ brands: [] })
  await renamed.set({ successorId: null }).execute()
  await createDeal(app.ctx, { brandName: 'Oriel' })
  await app.db
    .updateTable('deals')
    .set({ sizeKeys: [sizeKey] })
    .execute()
  expect(await wanted()).toMatchObject({ brands: [], sizes: [] })
})
