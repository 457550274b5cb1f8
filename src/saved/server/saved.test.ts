import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MOST_SAVED } from '#app/saved/saved.facts.ts'
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
const START = new Date('2026-11-20T15:00:00Z')
const UNDONE_FOR_MS = 10 * 60_000

let member: Person
beforeEach(async () => {
  app.setNow(START)
  await app.db.deleteFrom('deals').execute()
  member = await createMember(app.ctx)
})

afterEach(hangUpAll)

const save = (dealId: string, who = member) =>
  app.as(who).inject({ method: 'PUT', url: `/api/saved/${dealId}` })
const remove = (dealId: string, who = member) =>
  app.as(who).inject({ method: 'DELETE', url: `/api/saved/${dealId}` })
const list = async (query = '', who = member) =>
  (await app.as(who).inject({ url: `/api/saved${query}` })).json()
const ids = async (who = member) =>
  (await app.as(who).inject({ url: '/api/saved/ids' })).json().ids as string[]

/** Saves deals with these prices in dollars, a minute apart. Returns their ids. */
async function saveAt(...prices: number[]): Promise<string[]> {
  const saved: string[] = []
  for (const [minute, price] of prices.entries()) {
    const { id } = await createDeal(app.ctx, {
      salePriceCents: price * 100,
      originalPriceCents: 100_000,
    })
    app.setNow(new Date(START.getTime() + minute * 60_000))
    expect((await save(id)).json()).toEqual({ isSaved: true })
    saved.push(id)
  }
  return saved
}

const setPrice = (id: string, price: number) =>
  app.db
    .updateTable('deals')
    .set({ salePriceCents: price * 100 })
    .where('id', '=', id)
    .execute()
const unpublish = (id: string) =>
  app.db.updateTable('deals').set({ isPublished: false }).where('id', '=', id).execute()

async function saveMany(count: number) {
  const filler = await createDeal(app.ctx)
  await sql`
    insert into deals (id, brand_id, retailer_id, product_name, buy_url, buy_url_key, domain)
    select 'many' || n, brand_id, retailer_id, product_name, buy_url, 'many' || n, domain
    from deals, generate_series(1, ${sql.lit(count)}) n where id = ${filler.id}
  `.execute(app.db)
  await sql`
    insert into saved_deals (user_id, deal_id, saved_at)
    select ${member.id}::text, id, ${START}::timestamptz from deals where id like 'many%'
  `.execute(app.db)
}

describe('the list of what somebody has saved', () => {
  test('has each once, the newest first, with its price of then', async () => {
    const [first = '', second = ''] = await saveAt(220, 90)
    await save(first)
    await setPrice(first, 180)
    const { saved, total, unlisted } = await list()
    expect([total, unlisted]).toEqual([2, 0])
    expect(saved).toMatchObject([
      { dealId: second, priceThen: 90, brandName: 'Maison Test', deal: { salePrice: 90 } },
      { dealId: first, priceThen: 220, savedAt: START.toISOString(), deal: { salePrice: 180 } },
    ])
    expect(await ids()).toEqual([second, first])
    const other = await createMember(app.ctx)
    expect([await ids(other), (await list('', other)).total]).toEqual([[], 0])
  })

  test('is sorted as it is asked for, with what is not listed any more at the end', async () => {
    const [a = '', b = '', c = '', gone = ''] = await saveAt(200, 100, 300, 50)
    await setPrice(a, 80)
    await setPrice(c, 290)
    await unpublish(gone)
    const order = async (sort: string) =>
      ((await list(`?sort=${sort}`)).saved as Array<{ dealId: string }>).map(({ dealId }) => dealId)
    expect(await order('newest')).toEqual([gone, c, b, a])
    expect(await order('price-up')).toEqual([a, b, c, gone])
    expect(await order('price-down')).toEqual([c, b, a, gone])
    await app.db
      .updateTable('deals')
      .set({ originalPriceCents: 1_000_000 })
      .where('id', 'in', [c, gone])
      .execute()
    expect(await order('percent-off')).toEqual([c, a, b, gone])
    for (const query of ['?sort=best', '?sort=newest&sort=newest', '?page=0', '?page=999']) {
      const { statusCode } = await app.as(member).inject({ url: `/api/saved${query}` })
      expect([query, statusCode]).toEqual([query, 400])
    }
  })

  test('by what changed: falls, rises, ends and what is not listed any more; then what is as it was', async () => {
    const [asItWas = '', rose = '', fell = '', most = '', over = '', gone = ''] = await saveAt(
      ...[200, 100, 300, 250, 80, 50],
    )
    await setPrice(rose, 120)
    await setPrice(fell, 290)
    await setPrice(most, 100)
    const end = (id: string, endedAt: Date) =>
      app.db
        .updateTable('deals')
        .set({ endedAt, endedReason: 'sold-out' })
        .where('id', '=', id)
        .execute()
    const { id: hadEnded } = await createDeal(app.ctx, { salePriceCents: 9000 })
    await end(hadEnded, START)
    app.setNow(new Date(START.getTime() + 10 * 60_000))
    await save(hadEnded)
    await end(over, new Date(START.getTime() + 20 * 60_000))
    await unpublish(gone)
    const { saved } = await list('?sort=changed')
    expect(saved.map(({ dealId }: { dealId: string }) => dealId)).toEqual([
      most,
      fell,
      rose,
      over,
      gone,
      hadEnded,
      asItWas,
    ])
  })

  test('keeps what is not listed any more, by its brand alone, until it is taken off', async () => {
    const [gone = '', kept = ''] = await saveAt(220, 90)
    await unpublish(gone)
    expect(await list()).toMatchObject({ total: 2, unlisted: 1 })
    expect((await list()).saved[1]).toEqual({
      dealId: gone,
      brandName: 'Maison Test',
      savedAt: START.toISOString(),
      priceThen: 220,
      tellAt: null,
      deal: null,
    })
    const cleared = await app.as(member).inject({ method: 'DELETE', url: '/api/saved/unlisted' })
    expect(cleared.json()).toMatchObject({ removed: 1 })
    expect(await ids()).toEqual([kept])
    expect(await list()).toMatchObject({ total: 1, unlisted: 0 })
  })

  test('keeps what has ended in its place, and takes it off with all that is over', async () => {
    const [over = '', gone = '', kept = ''] = await saveAt(50, 220, 90)
    await unpublish(gone)
    const ended = { endedAt: START, endedReason: 'sold-out' } as const
    await app.db.updateTable('deals').set(ended).where('id', '=', over).execute()
    const { saved, ...counts } = await list('?sort=price-up')
    expect(counts).toMatchObject({ total: 3, unlisted: 1, ended: 1 })
    // Invalid `ended` values are ignored here.
    expect(await list('?sort=price-up&ended=perhaps')).toEqual({ saved, ...counts })
    expect(saved).toMatchObject([
      { dealId: kept, deal: { state: 'live' } },
      { dealId: over, deal: { state: 'ended', endedReason: 'sold-out' } },
      { dealId: gone, deal: null },
    ])
    const cleared = await app.as(member).inject({ method: 'DELETE', url: '/api/saved/unlisted' })
    expect(cleared.json()).toMatchObject({ removed: 2 })
    expect(await ids()).toEqual([kept])
    expect(await list()).toMatchObject({ total: 1, unlisted: 0, ended: 0 })
  })

  test('takes off what is over as it is narrowed, and brings all of it back for a while', async () => {
    const [over = '', dear = '', gone = '', kept = ''] = await saveAt(50, 900, 220, 90)
    await app
      .as(member)
      .inject({ method: 'PUT', url: `/api/saved/${over}/target`, payload: { price: 40 } })
    await app.db
      .updateTable('deals')
      .set({ endedAt: START, endedReason: 'sold-out' })
      .where('id', 'in', [over, dear])
      .execute()
    await unpublish(gone)
    const clear = async (query = '') =>
      (await app.as(member).inject({ method: 'DELETE', url: `/api/saved/unlisted${query}` })).json()
    const bringBack = (at: string, who = member) =>
      app.as(who).inject({ method: 'PUT', url: '/api/saved/unlisted', payload: { at } })

    expect(await list('?max=100')).toMatchObject({ total: 4, matching: 2, ended: 1, unlisted: 0 })
    const narrowed = await clear('?max=100')
    expect(narrowed).toEqual({ removed: 1, at: app.ctx.now().toISOString() })
    expect(await ids()).toEqual([kept, gone, dear])
    expect((await bringBack(narrowed.at, await createMember(app.ctx))).statusCode).toBe(409)
    expect((await bringBack(narrowed.at)).json()).toEqual({ restored: 1 })

    // What was removed individually stays removed, even at the same moment before or after.
    const [before, after] = [await createDeal(app.ctx), await createDeal(app.ctx)]
    for (const { id } of [before, after]) await save(id)
    await unpublish(before.id)
    await remove(before.id)
    const all = await clear()
    await remove(after.id)
    expect([all.removed, await ids()]).toEqual([3, [kept]])
    app.setNow(new Date(Date.parse(all.at) + UNDONE_FOR_MS))
    expect((await bringBack(all.at)).json()).toEqual({ restored: 3 })
    expect(await ids()).toEqual([kept, gone, dear, over])
    const { saved } = await list()
    expect(saved.at(-1)).toMatchObject({ dealId: over, tellAt: 40, savedAt: START.toISOString() })

    const again = await clear()
    app.setNow(new Date(Date.parse(again.at) + UNDONE_FOR_MS + 1))
    expect((await bringBack(again.at)).json()).toMatchObject({ code: 'undo-over' })
    expect(await ids()).toEqual([kept])
  })

  test('brings nothing back that it has no room for any more', async () => {
    const over = await saveAt(50, 900)
    for (const id of over) await unpublish(id)
    const bringBack = (at: string) =>
      app.as(member).inject({ method: 'PUT', url: '/api/saved/unlisted', payload: { at } })
    const cleared = await app.as(member).inject({ method: 'DELETE', url: '/api/saved/unlisted' })
    await saveMany(MOST_SAVED - 1)
    const refused = await bringBack(cleared.json().at)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'saved-full'])
    expect(await ids()).toHaveLength(MOST_SAVED - 1)
    app.setNow(new Date(app.ctx.now().getTime() + 1000))
    await remove('many1')
    expect((await bringBack(cleared.json().at)).json()).toEqual({ restored: 2 })
    expect(await ids()).toHaveLength(MOST_SAVED)
  })

  test('says a name to members alone, and stays when the membership is over', async () => {
    const [id = ''] = await saveAt(220)
    expect((await list()).saved[0].deal).toMatchObject({ productName: 'Leather tote' })
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    const { saved, total } = await list()
    expect(total).toBe(1)
    expect(saved[0]).toMatchObject({ dealId: id, deal: { isAccessible: false } })
    for (const locked of ['productName', 'retailer', 'domain', 'buyUrl']) {
      expect(saved[0].deal).not.toHaveProperty(locked)
    }
  })
})

test('with three hundred saved and the membership lost, all stay and none has a name', async () => {
  const [first = ''] = await saveAt(220)
  await sql`
    insert into deals (id, brand_id, retailer_id, product_name, buy_url, buy_url_key, domain,
      is_published, published_at, sale_price_cents, original_price_cents)
    select 'many' || lpad(n::text, 8, '0'), brand_id, retailer_id, product_name, buy_url,
      'many' || n, domain, true, published_at, 22000, 100000
    from deals, generate_series(2, 300) n where id = ${first}`.execute(app.db)
  await sql`insert into saved_deals (user_id, deal_id, saved_at, sale_price_cents)
    select ${member.id}::text, id, ${START}::timestamptz, 22000 from deals where id <> ${first}`.execute(
    app.db,
  )
  await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
  const { total } = await list()
  expect(total).toBe(300)
  const seen = new Set<string>()
  for (let page = 1; seen.size < 300; page += 1) {
    const { statusCode, body } = await app.as(member).inject({ url: `/api/saved?page=${page}` })
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/Leather tote|shop\.example|The Test Shop/)
    const { saved } = JSON.parse(body)
    expect(saved.length).toBeGreaterThan(0)
    for (const { dealId } of saved) seen.add(dealId)
  }
})

describe('‘Tell me at’', () => {
  const tellAt = (dealId: string, price: unknown, who = member) =>
    app.as(who).inject({ method: 'PUT', url: `/api/saved/${dealId}/target`, payload: { price } })

  test('is kept with a saved deal, changed and taken back, and goes when it is removed for good', async () => {
    const [id = ''] = await saveAt(220)
    expect((await list()).saved[0].tellAt).toBeNull()
    expect((await tellAt(id, 150)).json()).toEqual({ price: 150 })
    expect((await list()).saved[0].tellAt).toBe(150)
    await tellAt(id, 120)
    expect((await list()).saved[0].tellAt).toBe(120)
    await tellAt(id, null)
    expect((await list()).saved[0].tellAt).toBeNull()
    await remove(id)
    expect((await tellAt(id, 150)).statusCode).toBe(404)
    expect((await tellAt('nothing', 150)).statusCode).toBe(404)
  })

  test('is less than it costs now: what is reached already is refused, and the one before stays', async () => {
    const [id = ''] = await saveAt(220)
    await tellAt(id, 150)
    const refused = await tellAt(id, 220)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'target-reached', error: 'It costs $220 already. Say a lower price.' },
    ])
    expect((await list()).saved[0].tellAt).toBe(150)
    // An ended deal has no current price: the target is for when it comes back.
    await app.db
      .updateTable('deals')
      .set({ endedAt: START, endedReason: 'sold-out' })
      .where('id', '=', id)
      .execute()
    expect((await tellAt(id, 220)).json()).toEqual({ price: 220 })
  })

  test('is for members: without the membership it is not shown, and there again with it', async () => {
    const [removed = '', id = ''] = await saveAt(220, 220)
    const free = await createPerson(app.ctx)
    await save(id, free)
    expect((await tellAt(id, 150, free)).statusCode).toBe(403)
    await tellAt(id, 150)
    await tellAt(removed, 150)
    await remove(removed)
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    const without = await list()
    expect([without.saved[0].tellAt, without.asleep]).toEqual([null, 1])
    await app.db.updateTable('subscriptions').set({ status: 'active' }).execute()
    const again = await list()
    expect([again.saved[0].tellAt, again.asleep]).toEqual([150, 0])
  })

  test.each([0, -5, 1.5, 100_001, '150', {}, undefined])('%j is no price', async (price) => {
    const [id = ''] = await saveAt(220)
    expect((await tellAt(id, price)).statusCode).toBe(400)
  })
})

describe('saving', () => {
  test('takes any teaser of a free account, and nothing of who is nobody or not confirmed', async () => {
    const { id } = await createDeal(app.ctx)
    const free = await createPerson(app.ctx)
    expect((await save(id, free)).statusCode).toBe(200)
    expect(await ids(free)).toEqual([id])
    const unconfirmed = await createUnconfirmed(app.ctx)
    expect((await save(id, unconfirmed)).json()).toMatchObject({ code: 'unconfirmed-address' })
    expect(await ids(unconfirmed)).toEqual([])
    const visitor = await app.inject({
      method: 'PUT',
      url: `/api/saved/${id}`,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(visitor.statusCode).toBe(401)
  })

  test('of a deal that is missing or not published is refused with the same words', async () => {
    const { id } = await createDeal(app.ctx, { isPublished: false })
    const [hidden, missing] = [await save(id), await save('nothing-here')]
    expect(hidden.statusCode).toBe(404)
    const { requestId: _one, ...words } = hidden.json()
    const { requestId: _other, ...others } = missing.json()
    expect(words).toEqual(others)
  })

  test('is undone and done again as it was, for a while', async () => {
    const [id = ''] = await saveAt(220)
    await setPrice(id, 180)
    const isSaved = async () =>
      (await app.as(member).inject({ url: `/api/saved/${id}` })).json().isSaved
    expect(await isSaved()).toBe(true)
    expect((await remove(id)).json()).toEqual({ isSaved: false })
    expect(await isSaved()).toBe(false)
    expect((await remove(id)).statusCode).toBe(200)
    expect(await ids()).toEqual([])
    await save(id)
    expect((await list()).saved[0]).toMatchObject({
      priceThen: 220,
      savedAt: START.toISOString(),
    })
    await remove(id)
    app.setNow(new Date(START.getTime() + UNDONE_FOR_MS))
    await save(id)
    expect((await list()).saved[0]).toMatchObject({ priceThen: 220 })
    await remove(id)
    app.setNow(new Date(START.getTime() + 2 * UNDONE_FOR_MS + 1))
    await save(id)
    expect((await list()).saved[0]).toMatchObject({ priceThen: 180 })
  })

  test('is undone for what is not listed any more as well, as long as that may be', async () => {
    const [id = ''] = await saveAt(220)
    await unpublish(id)
    await remove(id)
    expect((await save(id)).statusCode).toBe(200)
    expect((await save(id)).statusCode).toBe(200)
    expect((await list()).saved).toMatchObject([{ dealId: id, priceThen: 220, deal: null }])
    const other = await createMember(app.ctx)
    expect((await save(id, other)).statusCode).toBe(404)
    await remove(id)
    app.setNow(new Date(START.getTime() + UNDONE_FOR_MS + 1))
    expect((await save(id)).statusCode).toBe(404)
  })

  test('ends at the most that a list holds, also when many come at once, and says so', async () => {
    await saveMany(MOST_SAVED - 2)
    const wanted = await Promise.all(Array.from({ length: 6 }, () => createDeal(app.ctx)))
    const answers = await Promise.all(wanted.map(({ id }) => save(id)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 200, 409, 409, 409, 409,
    ])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({
      code: 'saved-full',
      error:
        'You have saved 500 deals, which is all that a list holds. Remove some to save others.',
    })
    expect(await ids()).toHaveLength(MOST_SAVED)
    const pages = [await list(''), await list('?page=11')]
    expect(pages.map(({ saved }) => saved.length)).toEqual([48, 20])
    // As the response says, a removal frees its place at once, and only once.
    await remove('many1')
    const [fits, more] = [await createDeal(app.ctx), await createDeal(app.ctx)]
    expect((await save(fits.id)).statusCode).toBe(200)
    expect((await save(more.id)).statusCode).toBe(409)
  })

  test('and all that is changed later is told to every open page of theirs, and to no other', async () => {
    const [theirs, others] = [
      await listen(app, member),
      await listen(app, await createMember(app.ctx)),
    ]
    const { id } = await createDeal(app.ctx, { salePriceCents: 22_000 })
    const ask = (method: 'PUT' | 'DELETE', path: string, payload?: object) =>
      app.as(member).inject({ method, url: `/api/saved/${path}`, ...(payload && { payload }) })
    const steps = [
      () => ask('PUT', id),
      () => ask('PUT', `${id}/target`, { price: 150 }),
      async () => {
        await unpublish(id)
        return ask('DELETE', 'unlisted')
      },
      () => ask('PUT', 'unlisted', { at: app.ctx.now().toISOString() }),
      () => ask('DELETE', id),
    ]
    for (const [at, step] of steps.entries()) {
      expect((await step()).statusCode).toBe(200)
      await expect
        .poll(() => theirs.messages)
        .toEqual(Array(at + 1).fill({ type: 'saved_changed' }))
    }
    expect(others.messages).toEqual([])
  })

  test('and removing in two tabs at once ends in one of both', async () => {
    const { id } = await createDeal(app.ctx)
    const answers = await Promise.all([save(id), remove(id), save(id), remove(id), save(id)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect([[], [id]]).toContainEqual(await ids())
  })
})
