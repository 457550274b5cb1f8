import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MOST_FOLLOWS, MOST_SEARCHES } from '#app/follows/follows.facts.ts'
import { announce } from '#app/server/live.ts'
import {
  createDeal,
  createMember,
  createPerson,
  createUnconfirmed,
  type Person,
} from '#test/support/factories.ts'
import { hangUpAll, listen } from '#test/support/sockets.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

let member: Person
let free: Person
beforeEach(async () => {
  await app.db.deleteFrom('follows').execute()
  await app.db.deleteFrom('deals').execute()
  await createDeal(app.ctx, { brandName: 'Aubrelle', retailerName: 'The Shop' })
  member = await createMember(app.ctx)
  free = await createPerson(app.ctx)
})

afterEach(hangUpAll)

type Follow = { id: string; kind: string; value: string; label: string; isHidden: boolean }

const put = (who: Person, payload: object) =>
  app.as(who).inject({ method: 'PUT', url: '/api/follows', payload })
const list = async (who: Person): Promise<Follow[]> =>
  (await app.as(who).inject({ url: '/api/follows' })).json().follows
const slugOf = async (table: 'brands' | 'retailers', name: string) =>
  (await app.db.selectFrom(table).select('slug').where('name', '=', name).executeTakeFirstOrThrow())
    .slug
const shop = async () => ({ kind: 'retailer', value: await slugOf('retailers', 'The Shop') })

describe('following', () => {
  test('a brand, a category, a retailer and a search; each is called as people call it', async () => {
    const brand = await slugOf('brands', 'Aubrelle')
    await put(member, { kind: 'brand', value: brand })
    await put(member, { kind: 'category', value: 'boots', isHidden: true })
    await put(member, await shop())
    await put(member, {
      kind: 'search',
      value: `max=200&page=3&day=today&brand=${brand}&sort=price-up`,
    })
    expect(await list(member)).toMatchObject([
      { kind: 'search', value: `brand=${brand}&max=200`, label: 'Aubrelle, Under $200' },
      { kind: 'retailer', label: 'The Shop', isHidden: false },
      { kind: 'category', value: 'boots', label: 'Boots', isHidden: true },
      { kind: 'brand', value: brand, label: 'Aubrelle', isHidden: false, isAsleep: false },
    ])
    expect(await list(free)).toEqual([])
  })

  test('and leaving out are one or the other, and end with one press', async () => {
    const wish = { kind: 'category', value: 'boots' }
    const { id } = (await put(free, wish)).json()
    expect((await put(free, wish)).json()).toEqual({ id })
    expect((await put(free, { ...wish, isHidden: true })).json()).toEqual({ id })
    expect(await list(free)).toMatchObject([{ id, isHidden: true }])
    // Nobody can remove another person's follow.
    await app.as(member).inject({ method: 'DELETE', url: `/api/follows/${id}` })
    expect(await list(free)).toHaveLength(1)
    for (let again = 0; again < 2; again += 1) {
      const gone = await app.as(free).inject({ method: 'DELETE', url: `/api/follows/${id}` })
      expect(gone.json()).toEqual({ success: true })
    }
    expect(await list(free)).toEqual([])
  })

  test.each([
    [{ kind: 'brand', value: 'nobody' }, 404],
    [{ kind: 'category', value: 'spoons' }, 404],
    [{ kind: 'search', value: 'page=2' }, 400],
    [{ kind: 'search', value: 'category=spoons' }, 400],
    [{ kind: 'search', value: 'max=200&max=300' }, 400],
    [{ kind: 'search', value: 'max=200', isHidden: true }, 400],
    [{ kind: 'search', value: 'x'.repeat(2000) }, 400],
    [{ kind: 'person', value: 'x' }, 400],
    [{ kind: 'brand', value: '' }, 400],
    [{ kind: 'brand', value: ['a'] }, 400],
  ])('%j is refused', async (wish, status) => {
    expect((await put(member, wish)).statusCode).toBe(status)
    expect(await list(member)).toEqual([])
  })

  test.each([
    ['brand', 'brands'],
    ['retailer', 'retailers'],
  ] as const)(
    'a %s that only drafts have is as unknown as one that is made up',
    async (kind, table) => {
      const draft = { brandName: 'Draft Only', retailerName: 'Draft Only', isPublished: false }
      await createDeal(app.ctx, draft)
      const hidden = await put(member, { kind, value: await slugOf(table, 'Draft Only') })
      const { requestId: _one, ...words } = hidden.json()
      const { requestId: _other, ...others } = (await put(member, { kind, value: 'none' })).json()
      expect(words).toEqual(others)
    },
  )

  test('a retailer is for members: for others the same words whether it is there or not', async () => {
    const known = await put(free, await shop())
    const unknown = await put(free, { kind: 'retailer', value: 'nothing' })
    const inSearch = await put(free, { kind: 'search', value: 'retailer=nothing' })
    expect([known.statusCode, unknown.statusCode, inSearch.statusCode]).toEqual([403, 403, 403])
    const words = [known, unknown, inSearch].map((answer) => answer.json().error)
    expect(new Set(words).size).toBe(1)
    const unconfirmed = await createUnconfirmed(app.ctx)
    expect((await put(unconfirmed, { kind: 'category', value: 'boots' })).json()).toMatchObject({
      code: 'unconfirmed-address',
    })
  })

  test('what rests on the membership sleeps without it, unnamed, and is there again with it', async () => {
    await put(member, await shop())
    await put(member, { kind: 'search', value: `retailer=${(await shop()).value}` })
    await put(member, { kind: 'search', value: 'q=zyzzyva' })
    await put(member, { kind: 'search', value: 'max=200' })
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    const asleep = { isAsleep: true, value: null }
    expect(await list(member)).toMatchObject([
      { isAsleep: false, value: 'max=200' },
      { ...asleep, label: 'A search' },
      { ...asleep, label: 'A search' },
      { ...asleep, label: 'A retailer' },
    ])
    const { body } = await app.as(member).inject({ url: '/api/follows' })
    expect(body).not.toMatch(/shop|zyzzyva/i)
    await app.db.updateTable('subscriptions').set({ status: 'active' }).execute()
    expect(await list(member)).toMatchObject([
      {},
      { label: '“zyzzyva”' },
      { label: 'The Shop' },
      {},
    ])
    // Without a membership, a search covers only what is public.
    await put(free, { kind: 'search', value: 'q=zyzzyva' })
    expect(await list(free)).toMatchObject([{ isAsleep: false }])
  })

  test('goes on under a brand’s new name, and ends quietly where the brand has become part of another', async () => {
    const old = await slugOf('brands', 'Aubrelle')
    await put(member, { kind: 'brand', value: old })
    await put(member, { kind: 'search', value: `brand=${old}` })
    await put(free, { kind: 'brand', value: old })
    const another = await createPerson(app.ctx)
    await put(another, { kind: 'brand', value: old })
    const forYou = async () => (await app.as(member).inject({ url: '/api/for-you' })).json()
    expect(await forYou()).toMatchObject({
      total: 1,
      deals: [{ why: expect.stringMatching(/Aubrelle/) }],
    })
    const { id } = await app.db
      .updateTable('brands')
      .set({ name: 'Maison Aubrelle', slug: 'maison-aubrelle' })
      .where('slug', '=', old)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await list(member)).toMatchObject([
      {},
      { value: 'maison-aubrelle', label: 'Maison Aubrelle' },
    ])

    await createDeal(app.ctx, { brandName: 'The Other House', isPublished: false })
    const other = await app.db
      .selectFrom('brands')
      .select('id')
      .where('name', '=', 'The Other House')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('brands').set({ successorId: other.id }).where('id', '=', id).execute()
    // A brand that only drafts have is not named to anybody.
    expect(await list(member)).toMatchObject([{}, { label: 'Maison Aubrelle' }])
    await createDeal(app.ctx, { brandName: 'The Other House' })
    expect(await list(member)).toMatchObject([{}, { label: 'The Other House' }])
    // Following the successor replaces the old follow, and changes nobody else's.
    await put(free, { kind: 'brand', value: await slugOf('brands', 'The Other House') })
    expect([(await list(free)).length, (await list(another)).length]).toEqual([1, 1])
    await app.db.updateTable('deals').set({ brandId: other.id }).where('brandId', '=', id).execute()
    await app.db.deleteFrom('brands').where('id', '=', id).execute()
    await app.db.transaction().execute((trx) => announce(trx, 'deals'))
    // A search for a brand that is gone finds nothing, instead of everything.
    expect(await list(member)).toMatchObject([{ kind: 'search' }])
    await expect.poll(async () => (await forYou()).total).toBe(0)
  })

  test('ends at the most that there is room for, also when many come at once, and says so', async () => {
    await put(free, { kind: 'category', value: 'totes' })
    await sql`
      insert into follows (id, user_id, kind, value, created_at)
      select 'follow' || n, ${free.id}::text, 'search', 'max=' || n, now()
      from generate_series(1, ${sql.lit(MOST_SEARCHES - 1)}) n
    `.execute(app.db)
    const searches = await Promise.all(
      [901, 902, 903].map((max) => put(free, { kind: 'search', value: `max=${max}` })),
    )
    expect(searches.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    expect(searches.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'searches-full',
      error:
        'You follow 20 searches, which is all that there is room for. Let one go to follow another.',
    })
    await sql`
      insert into follows (id, user_id, kind, value, created_at)
      select 'other' || n, ${free.id}::text, 'category', 'made-up-' || n, now()
      from generate_series(2, ${sql.lit(MOST_FOLLOWS - MOST_SEARCHES)}) n
    `.execute(app.db)
    expect((await put(free, { kind: 'category', value: 'boots' })).json()).toMatchObject({
      code: 'follows-full',
      error:
        'You follow or leave out 200 things, which is all that there is room for. Let some go to add others.',
    })
    expect(await list(free)).toHaveLength(MOST_FOLLOWS)
  })

  test('and all that ‘For you’ rests on is told to every open page of theirs, and to no other', async () => {
    const [theirs, others] = [await listen(app, free), await listen(app, member)]
    const deal = await app.db.selectFrom('deals').select('id').executeTakeFirstOrThrow()
    const ask = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const answer = await app.as(free).inject({ method, url, ...(payload && { payload }) })
      expect(answer.statusCode).toBe(200)
      return answer.json()
    }
    const { id } = await ask('PUT', '/api/follows', { kind: 'category', value: 'boots' })
    const steps = [
      () => ask('DELETE', `/api/follows/${id}`),
      () => ask('PUT', `/api/for-you/declined/${deal.id}`),
      () => ask('DELETE', `/api/for-you/declined/${deal.id}`),
      () => ask('POST', '/api/for-you/offered'),
      () =>
        ask('PUT', '/api/for-you/setup', {
          ...{ departments: [], brands: [], categories: [], sizes: [] },
          ...{ ceilings: {}, hiddenBrands: [], hiddenCategories: [] },
        }),
    ]
    for (const [at, step] of [undefined, ...steps].entries()) {
      await step?.()
      await expect
        .poll(() => theirs.messages)
        .toEqual(Array(at + 1).fill({ type: 'follows_changed' }))
    }
    expect(others.messages).toEqual([])
  })

  test('in two tabs at once ends in one of both', async () => {
    const wish = { kind: 'category', value: 'boots' }
    const answers = await Promise.all([put(free, wish), put(free, { ...wish, isHidden: true })])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await list(free)).toHaveLength(1)
  })
})
