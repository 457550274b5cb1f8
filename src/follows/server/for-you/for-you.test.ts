import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { foldName } from '#app/shared/names.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  createSubscriber,
  type DealDraft,
  type Person,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { purgeOldDeclined } from './for-you.ts'

const app = useTestApp()
const NOW = new Date('2026-11-20T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let member: Person
let free: Person
beforeEach(async () => {
  app.setNow(NOW)
  await app.db.deleteFrom('deals').execute()
  member = await createMember(app.ctx)
  free = await createPerson(app.ctx)
})

const deal = async (brandName: string, days: number, draft: Partial<DealDraft> = {}) =>
  (await createDeal(app.ctx, { brandName, publishedAt: daysAgo(days), ...draft })).id
const slugOf = async (name: string) =>
  (
    await app.db
      .selectFrom('brands')
      .select('slug')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).slug
const NOTHING = {
  ...{ departments: [], brands: [], categories: [], sizes: [] },
  ...{ ceilings: {}, hiddenBrands: [], hiddenCategories: [] },
}
const setUp = (who: Person, wish: object) =>
  app.as(who).inject({ method: 'PUT', url: '/api/for-you/setup', payload: { ...NOTHING, ...wish } })
const fitting = async (who: Person, wish: object) =>
  (
    await app.as(who).inject({
      method: 'POST',
      url: '/api/for-you/fit',
      payload: { ...NOTHING, ...wish },
    })
  ).json().deals
type Listed = { deal: { id: string; isAccessible: boolean; retailer?: string }; why: string }
const read = async (who: Person, query = '') =>
  (await app.as(who).inject({ url: `/api/for-you${query}` })).json() as {
    deals: Listed[]
    total: number
    asleep: number
    isSetUp: boolean
  }
const whys = async (who: Person) =>
  Object.fromEntries((await read(who)).deals.map((each) => [each.deal.id, each.why]))

describe('for you', () => {
  test('is in the order of the rule, and says of each why', async () => {
    const old = await deal('Aubrelle', 13, { category: 'boots', salePriceCents: 39_900 })
    const today = await deal('Bellac', 0, { category: 'boots', salePriceCents: 50_000 })
    await deal('Aubrelle', 14)
    await deal('Other', 0, { category: 'totes' })
    await announceDeals(app.ctx)
    await setUp(member, {
      brands: [await slugOf('Aubrelle')],
      categories: ['shoes'],
      ceilings: { boots: 400 },
    })
    const { deals, total, isSetUp } = await read(member)
    expect([total, isSetUp]).toEqual([2, true])
    expect(deals.map((each) => [each.deal.id, each.why])).toEqual([
      [old, 'You follow Aubrelle and Shoes. Within your $400 for Boots.'],
      [today, 'You follow Shoes. New today.'],
    ])
    const kept = await app.as(member).inject({ url: '/api/for-you' })
    expect(kept.headers['cache-control']).toBe('private, no-store')
  })

  test('knows the size that is in stock, and the brand of what is saved', async () => {
    const boots = await deal('Aubrelle', 5, { category: 'boots' })
    await app.db
      .updateTable('deals')
      .set({ sizeKeys: ['w-shoes-eu38'] })
      .where('id', '=', boots)
      .execute()
    const saved = await deal('Bellac', 5)
    await announceDeals(app.ctx)
    await setUp(free, { sizes: ['w-shoes-eu38'] })
    await app.as(free).inject({ method: 'PUT', url: `/api/saved/${saved}` })
    expect(await whys(free)).toEqual({
      [boots]: 'In your size.',
      [saved]: 'You have saved Bellac.',
    })
    await app.as(free).inject({ method: 'DELETE', url: `/api/saved/${saved}` })
    expect(await whys(free)).toEqual({ [boots]: 'In your size.' })
  })

  test('shows a free account teasers, and a member what they are', async () => {
    const id = await deal('Aubrelle', 1, { category: 'boots' })
    await announceDeals(app.ctx)
    for (const who of [member, free]) await setUp(who, { categories: ['boots'] })
    expect((await read(member)).deals[0]?.deal).toMatchObject({ id, productName: 'Leather tote' })
    const teaser = (await read(free)).deals[0]?.deal
    expect(teaser).toMatchObject({ id, isAccessible: false })
    expect(JSON.stringify(teaser)).not.toMatch(/Leather|Shop|shop/)
  })

  test('a retailer that is followed or hidden counts with the membership alone', async () => {
    const [here, there] = [
      await deal('Aubrelle', 5, { retailerName: 'Here' }),
      await deal('Bellac', 5, { retailerName: 'There', category: 'boots' }),
    ]
    await announceDeals(app.ctx)
    const choose = async (name: string, isHidden: boolean) => {
      const row = await app.db
        .selectFrom('retailers')
        .select('slug')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      await app.as(member).inject({
        method: 'PUT',
        url: '/api/follows',
        payload: { kind: 'retailer', value: row.slug, isHidden },
      })
    }
    await setUp(member, { categories: ['boots'] })
    await choose('Here', false)
    await choose('There', true)
    expect(await whys(member)).toEqual({ [here]: 'You follow Here.' })
    await app.db.updateTable('subscriptions').set({ status: 'past_due' }).execute()
    const { deals, asleep } = await read(member)
    expect([deals.map((each) => each.deal.id), asleep]).toEqual([[there], 2])
    await app.db.updateTable('subscriptions').set({ status: 'active' }).execute()
    expect(await whys(member)).toEqual({ [here]: 'You follow Here.' })
  })

  test('a search that is followed brings in what it finds, and one over names does for members alone', async () => {
    const cheap = await deal('Aubrelle', 3, { category: 'boots', salePriceCents: 19_900 })
    const named = await deal('Bellac', 3, { productName: 'Velvet clutch', salePriceCents: 90_000 })
    await deal('Other', 3, { category: 'boots', salePriceCents: 60_000 })
    await announceDeals(app.ctx)
    const follow = (value: string) =>
      app.as(member).inject({
        method: 'PUT',
        url: '/api/follows',
        payload: { kind: 'search', value },
      })
    for (const search of ['category=boots&max=200', 'q=velvet']) {
      expect((await follow(search)).statusCode).toBe(200)
    }
    expect(await whys(member)).toEqual({
      [cheap]: 'In your search: Boots, Under $200.',
      [named]: 'In your search: “velvet”.',
    })
    // Without a membership, the same search does not find names.
    const payload = { kind: 'search', value: 'q=velvet' }
    await app.as(free).inject({ method: 'PUT', url: '/api/follows', payload })
    expect(await whys(free)).toEqual({})
    // Without the membership, its filter is locked: it sleeps, while the other search works on.
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    expect(await whys(member)).toEqual({ [cheap]: 'In your search: Boots, Under $200.' })
    const { total, asleep } = await read(member)
    expect([total, asleep]).toEqual([1, 1])
  })

  test('lets go of what has ended, also by its own end when nobody has noted it yet', async () => {
    const [ending, gone] = [await deal('Aubrelle', 1), await deal('Aubrelle', 2)]
    await app.db
      .updateTable('deals')
      .set({ endsAt: new Date(NOW.getTime() + 60_000) })
      .where('id', '=', ending)
      .execute()
    await app.db
      .updateTable('deals')
      .set({ endedAt: NOW, endedReason: 'gone' })
      .where('id', '=', gone)
      .execute()
    await announceDeals(app.ctx)
    await setUp(free, { brands: [await slugOf('Aubrelle')] })
    expect((await read(free)).deals.map((each) => each.deal.id)).toEqual([ending])
    app.setNow(new Date(NOW.getTime() + 60_000))
    expect((await read(free)).total).toBe(0)
  })

  test('‘Not for me’ takes a deal away until it is undone, and is forgotten in time', async () => {
    const id = await deal('Aubrelle', 1)
    await announceDeals(app.ctx)
    await setUp(free, { brands: [await slugOf('Aubrelle')] })
    const decline = (method: 'PUT' | 'DELETE', dealId = id) =>
      app.as(free).inject({ method, url: `/api/for-you/declined/${dealId}` })
    expect((await decline('PUT')).json()).toEqual({ isDeclined: true })
    expect((await decline('PUT')).statusCode).toBe(200)
    expect((await read(free)).total).toBe(0)
    const asked = async (without: string) =>
      (await app.as(free).inject({ url: `/api/for-you?without=${without}` })).json().takenAway
    expect([await asked(id), await asked('another-one1')]).toEqual([id, undefined])
    expect((await decline('DELETE')).json()).toEqual({ isDeclined: false })
    expect(await asked(id)).toBeUndefined()
    expect((await read(free)).total).toBe(1)
    expect((await decline('PUT', 'nothing')).statusCode).toBe(404)
    const draft = await deal('Aubrelle', 1, { isPublished: false })
    expect((await decline('PUT', draft)).statusCode).toBe(404)
    await decline('PUT')
    app.setNow(new Date(NOW.getTime() + 30 * DAY_MS))
    await purgeOldDeclined(app.ctx)
    expect(await app.db.selectFrom('declinedDeals').selectAll().execute()).toHaveLength(1)
    app.setNow(new Date(NOW.getTime() + 30 * DAY_MS + 1))
    await purgeOldDeclined(app.ctx)
    expect(await app.db.selectFrom('declinedDeals').selectAll().execute()).toEqual([])
  })

  test.each([
    '?page=0',
    '?page=101',
    '?page=x',
    '?page=1&page=2',
    '?without=x',
    '?without=a&without=b',
  ])('%s is refused', async (query) => {
    const { statusCode } = await app.as(free).inject({ url: `/api/for-you${query}` })
    expect(statusCode).toBe(400)
  })

  test('is counted as a page of the feed: whoever copies is stopped', async () => {
    const eager = await createSubscriber(app.ctx, 'trialing')
    let last = 200
    for (let asked = 0; asked < 70 && last === 200; asked += 1) {
      last = (await app.as(eager).inject({ url: '/api/for-you' })).statusCode
    }
    expect(last).toBe(429)
  })
})

describe('the set-up', () => {
  test('is told of as it was said, and takes the place of the one before', async () => {
    await deal('Aubrelle', 1)
    await deal('Bellac', 1)
    const [aubrelle, bellac] = [await slugOf('Aubrelle'), await slugOf('Bellac')]
    const wish = {
      departments: ['women'],
      brands: [aubrelle],
      categories: ['boots'],
      sizes: ['w-shoes-eu38'],
      ceilings: { boots: 400 },
      hiddenBrands: [bellac],
      hiddenCategories: ['watches'],
    }
    const told = async () => (await app.as(free).inject({ url: '/api/for-you/setup' })).json()
    expect(await told()).toMatchObject({ wish: NOTHING, isSetUp: false })
    expect((await setUp(free, wish)).statusCode).toBe(200)
    expect(await told()).toMatchObject({
      wish,
      isSetUp: true,
      brands: expect.arrayContaining([{ slug: aubrelle, name: 'Aubrelle' }]),
      mostSeen: [
        { slug: aubrelle, name: 'Aubrelle' },
        { slug: bellac, name: 'Bellac' },
      ],
    })
    const ofBellac = async () => {
      const { follows } = (await app.as(free).inject({ url: '/api/follows' })).json()
      const { id, createdAt } = follows.find((each: { value: string }) => each.value === bellac)
      return { id, createdAt }
    }
    const before = await ofBellac()
    app.setNow(new Date(NOW.getTime() + 60_000))
    await setUp(free, { ...NOTHING, brands: [bellac] })
    expect((await told()).wish).toEqual({ ...NOTHING, brands: [bellac] })
    // Existing follows keep their date.
    expect(await ofBellac()).toEqual(before)

    const both = { brands: [bellac], hiddenBrands: [bellac] }
    await setUp(free, { ...both, categories: ['boots'], hiddenCategories: ['boots'] })
    const { brands, categories, hiddenBrands, hiddenCategories } = (await told()).wish
    expect([brands, categories]).toEqual([[], []])
    expect([hiddenBrands, hiddenCategories]).toEqual([[bellac], ['boots']])
  })

  test('says how many deals of the last seven days fit, before anything is kept', async () => {
    await deal('Aubrelle', 6, { category: 'boots', department: 'women' })
    await deal('Aubrelle', 7, { category: 'boots', department: 'women' })
    await deal('Bellac', 1, { category: 'totes', department: 'men' })
    await announceDeals(app.ctx)
    expect(await fitting(free, {})).toBe(2)
    expect(await fitting(free, { departments: ['men'] })).toBe(1)
    expect(await fitting(free, { categories: ['shoes'] })).toBe(1)
    expect(
      await fitting(free, {
        categories: ['shoes', 'bags'],
        hiddenBrands: [await slugOf('Bellac')],
      }),
    ).toBe(1)
    expect((await read(free)).isSetUp).toBe(false)
  })

  test('is offered until it is answered, or done without an offer', async () => {
    const wasOffered = async (who: Person) =>
      (await app.as(who).inject({ url: '/api/follows' })).json().wasSetUpOffered
    expect([await wasOffered(free), await wasOffered(member)]).toEqual([false, false])
    await app.as(free).inject({ method: 'POST', url: '/api/for-you/offered' })
    await setUp(member, NOTHING)
    expect([await wasOffered(free), await wasOffered(member)]).toEqual([true, true])
    expect((await app.as(free).inject({ url: '/api/for-you/setup' })).json().isSetUp).toBe(false)
  })

  test('finds brands by a part of their name, without accents, and none that only drafts have', async () => {
    await deal('Hervé 100%', 1)
    await app.db
      .updateTable('brands')
      .set({ nameKey: foldName('Hervé 100%') })
      .where('name', '=', 'Hervé 100%')
      .execute()
    await createDeal(app.ctx, { brandName: 'Hervé Draft', isPublished: false })
    const found = async (q: string) =>
      (await app.as(free).inject({ url: `/api/for-you/brands?q=${encodeURIComponent(q)}` }))
        .json()
        .brands.map(({ name }: { name: string }) => name)
    expect(await found('HERVE')).toEqual(['Hervé 100%'])
    expect(await found('rvé 1')).toEqual(['Hervé 100%'])
    expect(await found('%')).toEqual([])
    expect(await found('')).toEqual([])
    await deal('A Casa', 1)
    for (let n = 1; n <= 13; n += 1) await deal(`Casa ${n}`, 1)
    expect(await found('casa')).toHaveLength(12)
    // Brands that start with the text come first.
    expect(await found('casa')).not.toContain('A Casa')
    const refused = await app.as(free).inject({ url: `/api/for-you/brands?q=${'a'.repeat(500)}` })
    expect([refused.statusCode, refused.json().error]).toEqual([
      400,
      'q: must be at most 200 characters',
    ])
  })

  test.each([
    [{ departments: ['giants'] }],
    [{ brands: ['nobody'] }],
    [{ categories: ['spoons'] }],
    [{ sizes: ['large please'] }],
    [{ ceilings: { boots: 0 } }],
    [{ ceilings: { boots: 1.5 } }],
    [{ ceilings: { spoons: 5 } }],
    [{ hiddenBrands: 'aubrelle' }],
    [{ brands: undefined }],
  ])('%j is refused', async (wish) => {
    expect((await setUp(free, wish)).statusCode).toBe(400)
    expect((await app.as(free).inject({ url: '/api/for-you/setup' })).json().isSetUp).toBe(false)
  })
})
