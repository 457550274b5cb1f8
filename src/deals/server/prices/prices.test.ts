import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { findHistory, recordObservation } from './observing.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const app = useTestApp({ hasPages: true })
let admin: AdminClient
beforeEach(async () => {
  app.setNow(NOW)
  admin = await openAdminClient(app, 'Ann Secretive')
})

const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const OUT = { isPublished: 'true' }
const PAGE = 'https://seen-at.example/p/1'
type Look = { days: number; was: number | null; now: number }

async function look(dealId: string, { days, was, now }: Look) {
  return app.db.transaction().execute((trx) =>
    recordObservation(trx, dealId, {
      source: 'check',
      observedAt: ago(days),
      wasCents: was && was * 100,
      nowCents: now * 100,
      address: PAGE,
      text: '{"offers":{"price":"kept"}}',
    }),
  )
}

async function read(dealId: string, cookie?: string) {
  const headers = cookie ? { cookie } : {}
  const ask = async (url: string) => (await app.inject({ url, headers })).json()
  return {
    deal: await ask(`/api/deals/${dealId}`),
    prices: await ask(`/api/deals/${dealId}/prices`),
  }
}

describe('a price', () => {
  test('from a form is as stated, until our own check has seen it', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    expect((await read(id)).deal).toMatchObject({
      originalPrice: 1000,
      discount: 60,
      price: { basis: 'retailer', isProven: false, isLowest: false, since: '2026-11-20' },
    })
    expect(await look(id, { days: 0, was: 1000, now: 400 })).toMatchObject({ isNew: true })
    expect((await read(id)).deal.price.isProven).toBe(true)
  })

  test('is proven by a person who says where and when, and by nothing less', async () => {
    const seen = { priceAddress: PAGE, priceSeenOn: '2026-11-19' }
    const { id } = await admin.enter({ isPublished: 'true', ...seen })
    expect((await read(id)).deal.price.isProven).toBe(true)
    const other = await admin.enter({ isPublished: 'true' })
    const half = await admin.edit(other.id, { priceAddress: PAGE })
    expect(half.json().fields).toEqual({
      priceSeenOn: 'The day is needed: on which the price was seen there.',
    })
    const later = await admin.edit(other.id, { ...seen, priceSeenOn: '2026-11-21' })
    expect(later.json().fields).toEqual({ priceSeenOn: 'The day of the price is in the future.' })
    // Stated later, without any other change.
    expect((await admin.edit(other.id, seen)).statusCode).toBe(200)
    expect((await read(other.id)).deal.price.isProven).toBe(true)
  })

  test('is as old as the day on which it was seen, not as when that was entered', async () => {
    const seen = { priceAddress: PAGE, priceSeenOn: '2026-08-01' }
    const { id } = await admin.enter({ ...OUT, ...seen })
    expect((await read(id)).deal.price).toMatchObject({ isProven: true, since: '2026-08-01' })
    // The latest statement counts, even about an earlier day: days only move forwards.
    await look(id, { days: 2, was: 1000, now: 390 })
    await admin.edit(id, { ...seen, priceSeenOn: '2026-11-10', salePrice: '380' })
    const { deal, prices } = await read(id)
    expect(deal.salePrice).toBe(380)
    expect(prices.prices.map(({ day }: { day: string }) => day)).toEqual([
      ...['2026-08-01', '2026-11-18', '2026-11-18'],
    ])
  })

  test.each([
    [
      'a form',
      (id: string) =>
        admin.edit(id, { salePrice: '1000', priceAddress: PAGE, priceSeenOn: '2026-11-20' }),
    ],
    [
      'a form that says it of the day before',
      (id: string) =>
        admin.edit(id, { salePrice: '1000', priceAddress: PAGE, priceSeenOn: '2026-11-19' }),
    ],
    [
      'somebody who confirms it',
      async (id: string) => {
        await admin.edit(id, { salePrice: '1000' })
        expect(await admin.rowOf(id)).toMatchObject({ endedReason: null })
        return admin.ask({
          method: 'POST',
          url: '/api/admin/deals/prices-seen',
          payload: { ids: [id] },
        })
      },
    ],
  ])('that is certain and back at what it was ends the deal: by %s', async (_by, tell) => {
    const { id } = await admin.enter(OUT)
    expect((await tell(id)).statusCode).toBe(200)
    expect(await admin.rowOf(id)).toMatchObject({ endedReason: 'price-up' })
  })

  test('that is what it costs now is no reduction, and no price that nobody knows', async () => {
    const { id } = await admin.enter({ ...OUT, brandName: 'Even', originalPrice: '400' })
    expect((await read(id)).deal).toMatchObject({
      ...{ originalPrice: null, salePrice: 400, discount: null },
      price: { isFull: true },
    })
    const page = (await app.inject({ url: `/deal/${id}` })).body
    expect(page).toContain('Not reduced')
    expect(page).toContain('It costs what it did before')
    const none = await admin.enter({ ...OUT, brandName: 'None', originalPrice: '' })
    expect((await read(none.id)).deal.price).not.toHaveProperty('isFull')
    expect((await app.inject({ url: `/deal/${none.id}` })).body).toContain('Price before not known')
  })

  test('on an unknown basis claims nothing, to anybody', async () => {
    const { id } = await admin.enter({ ...OUT, brandName: 'Alone', basis: 'unknown' })
    await look(id, { days: 0, was: null, now: 390 })
    expect((await read(id)).deal).toMatchObject({ originalPrice: null, discount: null })
    const page = (await app.inject({ url: `/deal/${id}` })).body
    expect(page).toContain('Join to unlock this deal')
    expect(page).not.toMatch(/Members save|<s>|% off|Strikethrough/)
    const { deals } = (await app.inject({ url: '/api/deals?off=1' })).json()
    expect(deals.map((each: { id: string }) => each.id)).not.toContain(id)
  })

  test('that is recommended says so wherever it stands', async () => {
    const { id } = await admin.enter({ isPublished: 'true', basis: 'MSRP' })
    const page = (await app.inject({ url: `/deal/${id}` })).body
    expect(page).toMatch(/RRP <\/span><s><span class="sr">Recommended price /)
    expect(page).toContain('"priceType":"https://schema.org/MSRP"')
    expect(page).toContain('(RRP $1,000.00)')
  })

  test('uses the lowest of the 30 days before, and says so', async () => {
    const { id } = await createDeal(app.ctx, {
      ...{ createdAt: ago(60), originalPriceCents: null, salePriceCents: 80_000 },
    })
    await look(id, { days: 20, was: null, now: 800 })
    await look(id, { days: 2, was: 1000, now: 400 })
    await announceDeals(app.ctx)
    const { deal } = await read(id)
    expect(deal).toMatchObject({ originalPrice: 800, discount: 50 })
    expect(deal.price).toMatchObject({ isLowest: true, isProven: true, since: '2026-11-18' })
    expect((await app.inject({ url: `/deal/${id}` })).body).toContain('lowest in 30 days')
  })
})

describe('history', () => {
  test('is told to everybody by day, and to members to the minute; where it was seen to nobody', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    await look(id, { days: -1 / 24, was: 1000, now: 350 })
    const [member, free] = [await createMember(app.ctx), await createPerson(app.ctx)]
    const forAll = {
      prices: [
        { day: '2026-11-20', now: 400, was: 1000, basis: 'retailer', by: 'curator', isSeen: false },
        { day: '2026-11-20', now: 350, was: 1000, basis: 'retailer', by: 'us', isSeen: true },
      ],
      badges: ['down'],
    }
    expect((await read(id)).prices).toEqual(forAll)
    expect((await read(id, free.cookie)).prices).toEqual(forAll)
    const { prices } = await read(id, member.cookie)
    expect(prices.prices[1]).toMatchObject({ at: '2026-11-20T16:00:00.000Z' })
    for (const cookie of [member.cookie, free.cookie, '']) {
      const all = JSON.stringify(await read(id, cookie))
      expect(all).not.toMatch(/seen-at|kept|Secretive/)
    }
    expect((await app.inject({ url: '/api/deals/missing00000/prices' })).statusCode).toBe(404)
  })

  test('is only ever added to, and stays when its deal is gone', async () => {
    const { id } = await admin.enter()
    const change = app.db.updateTable('priceObservations').set({ salePriceCents: 1 })
    await expect(change.where('dealId', '=', id).execute()).rejects.toThrow('only ever added to')
    const removal = app.db.deleteFrom('priceObservations').where('dealId', '=', id)
    await expect(removal.execute()).rejects.toThrow('only ever added to')
    await admin.remove(id)
    expect(await findHistory(app.db, id)).toHaveLength(1)
  })

  test('begins with what a deal of before had, and keeps at most four kilobytes of a page', async () => {
    const { id } = await createDeal(app.ctx, { createdAt: ago(60) })
    await app.db.transaction().execute((trx) =>
      recordObservation(trx, id, {
        ...{ source: 'check', observedAt: NOW, wasCents: 100_000, nowCents: 30_000 },
        text: `\0${'ü'.repeat(4000)}`,
      }),
    )
    const [first, second] = await findHistory(app.db, id)
    expect(first).toMatchObject({ source: 'before', salePriceCents: 40_000, observedAt: ago(60) })
    expect(second?.seenText).toBe('ü'.repeat(2048))
  })
})

describe('a look', () => {
  test('that finds what we had adds nothing, and is told to members alone', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    const member = await createMember(app.ctx)
    const checked = async (cookie: string) =>
      app.inject({ url: `/api/deals/checked?ids=${id},x,${id}`, headers: { cookie } })
    expect((await checked(member.cookie)).json()).toEqual({ checked: {}, areChecksPaused: false })
    await look(id, { days: 0, was: 1000, now: 400 })
    app.setNow(new Date(NOW.getTime() + HOUR_MS))
    const version = (await admin.rowOf(id)).version
    const again = await look(id, { days: -1 / 24, was: null, now: 400 })
    expect(again).toMatchObject({ isNew: false, isProven: true })
    expect(await findHistory(app.db, id)).toHaveLength(2)
    expect((await admin.rowOf(id)).version).toBe(version)
    expect((await checked(member.cookie)).json()).toEqual({
      checked: { [id]: '2026-11-20T16:00:00.000Z' },
      areChecksPaused: false,
    })
    // Somebody enters an earlier observation: no check has been made since.
    await app.db.transaction().execute((trx) =>
      recordObservation(trx, id, {
        ...{ source: 'admin', observedAt: app.ctx.now(), wasCents: 100_000, nowCents: 40_000 },
        ...{ address: PAGE, seenOn: '2026-11-10' },
      }),
    )
    expect((await checked(member.cookie)).json().checked).toEqual({
      [id]: '2026-11-20T16:00:00.000Z',
    })
    // A draft is not public, and neither is its check.
    await app.db.updateTable('deals').set({ isPublished: false }).where('id', '=', id).execute()
    expect((await checked(member.cookie)).json().checked).toEqual({})
    const { cookie } = await createPerson(app.ctx)
    expect((await checked(cookie)).json()).toMatchObject({ code: 'members-only' })
    expect((await checked('')).statusCode).toBe(401)
  })

  test('that finds another price changes the deal, and says when it is back at what it was', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    expect(await look(id, { days: 0, was: 900, now: 450 })).toMatchObject({ isBack: false })
    expect((await read(id)).deal).toMatchObject({
      originalPrice: 900,
      salePrice: 450,
      discount: 50,
    })
    expect((await admin.rowOf(id)).version).toBe(2)
    expect(await look(id, { days: -1, was: null, now: 950 })).toMatchObject({ isBack: true })
    expect((await read(id)).deal).toMatchObject({ originalPrice: null, salePrice: 950 })
  })
})
