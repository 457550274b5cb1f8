import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportsDesk } from '#app/reports/reports-desk.contract.ts'
import { DAY_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  type DealDraft,
  type Person,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ environment: { PRICE_CHECKS: '1' } })
const START = new Date('2026-11-20T15:00:00Z')
let admin: AdminClient
let members: Person[]
beforeAll(async () => {
  app.setNow(START)
  admin = await openAdminClient(app, 'Ann')
  members = []
  for (let count = 0; count < 3; count += 1) members.push(await createMember(app.ctx))
})
beforeEach(async () => {
  app.setNow(START)
  await app.db.deleteFrom('throttles').execute()
  await app.db.deleteFrom('deals').execute()
})

/** The form's fields for where and when the price was seen. */
const SEEN = { priceAddress: 'https://shop.example/p', priceSeenOn: '2026-11-20' }
const deal = async (draft: Partial<DealDraft> = {}) =>
  (await createDeal(app.ctx, { sizes: ['IT 40', 'IT 42'], salePriceCents: 42_000, ...draft })).id
const tell = async (id: string, report: object, who = 0) => {
  const person = app.as(members[who] as Person)
  const payload = { method: 'POST', url: `/api/reports/${id}`, payload: report } as const
  expect((await person.inject(payload)).statusCode).toBe(200)
}
const desk = async (): Promise<ReportsDesk> =>
  (await admin.ask({ url: '/api/admin/reports' })).json()
const answer = (decision: string, ids: string[], more: object = {}) => {
  const cases = ids.map((dealId) => ({ dealId, through: 1_000_000_000 }))
  const payload = { cases, decision, ...more }
  return admin.ask({ method: 'POST', url: '/api/admin/reports/answer', payload })
}
const outcomes = async () =>
  (await app.db.selectFrom('reports').select(['outcome', 'answer']).orderBy('id').execute()).map(
    ({ outcome, answer }) => [outcome, answer],
  )

describe('the queue', () => {
  test('has what may be gone first, then what is oldest, and never whose it is', async () => {
    const [first, second, third] = [await deal(), await deal(), await deal()]
    await tell(first, { kind: 'other', words: 'No lining' })
    await tell(second, { kind: 'price', seenPrice: 455.5 })
    await tell(third, { kind: 'gone' })
    await tell(third, { kind: 'gone' }, 1)
    const { cases, total, usualMinutes } = await desk()
    expect([total, usualMinutes, ...cases.map((each) => each.deal.id)]).toEqual([
      ...[3, null, third, first, second],
    ])
    expect(cases[0]?.saidGoneAt).toBe(START.toISOString())
    expect(cases[1]?.reports).toMatchObject([{ kind: 'other', words: 'No lining' }])
    expect(cases[2]?.reports).toMatchObject([
      { kind: 'price', seenPrice: 455.5, shownPrice: 420, isEvidence: true, answered: 0 },
    ])
    for (const { id, email } of members) {
      expect(JSON.stringify(cases)).not.toContain(id)
      expect(JSON.stringify(cases)).not.toContain(email)
    }
  })

  test('has thirty on a page, and what members tell before what others do', async () => {
    const open = await deal({ isPreview: true, publishedAt: START })
    await announceDeals(app.ctx)
    const free = app.as(await createPerson(app.ctx))
    const payload = { kind: 'link' }
    const told = await free.inject({ method: 'POST', url: `/api/reports/${open}`, payload })
    expect(told.statusCode).toBe(200)
    const ids: string[] = []
    for (let count = 0; count < 30; count += 1) {
      const id = await deal()
      await tell(id, { kind: 'link' }, count % 3)
      ids.push(id)
    }
    const page = async (number: number) => {
      const response = await admin.ask({ url: `/api/admin/reports?page=${number}` })
      const { total, cases } = response.json() as ReportsDesk
      return [total, cases.map((each) => each.deal.id)]
    }
    expect([await page(1), await page(2)]).toEqual([
      [31, ids],
      [31, [open]],
    ])
  })

  test('lists fifty of a deal that everybody tells of, hides no other by it, and answers all', async () => {
    const [hot, other] = [await deal(), await deal()]
    const gone = { dealId: hot, kind: 'gone', isEvidence: true } as const
    await app.db
      .insertInto('reports')
      .values(
        Array.from({ length: 600 }, () => ({
          ...gone,
          reportedAt: START,
          reportedOn: '2026-11-20',
        })),
      )
      .execute()
    await tell(other, { kind: 'link' })
    const [first, second] = (await desk()).cases
    expect(first).toMatchObject({ deal: { id: hot }, total: 600 })
    expect(first?.reports).toHaveLength(50)
    expect(second).toMatchObject({ deal: { id: other }, total: 1, reports: [{ kind: 'link' }] })
    const cases = [{ dealId: hot, through: first?.through }]
    const payload = { cases, decision: 'nothing-wrong' }
    await admin.ask({ method: 'POST', url: '/api/admin/reports/answer', payload })
    expect((await desk()).cases).toMatchObject([{ deal: { id: other } }])
  })

  test('says how often who told of it was right, and what there is to judge it by', async () => {
    const [before, now] = [await deal(), await deal()]
    await tell(before, { kind: 'gone' })
    await answer('gone', [before])
    app.setNow(new Date(START.getTime() + 10 * MINUTE_MS))
    await tell(now, { kind: 'link' })
    const { cases, answered, usualMinutes } = await desk()
    expect(cases).toMatchObject([{ reports: [{ kind: 'link', answered: 1, right: 1 }] }])
    expect([answered, usualMinutes]).toEqual([1, 0])
    const readAfter = async (days: number) => {
      app.setNow(new Date(START.getTime() + days * DAY_MS))
      const later = await openAdminClient(app, 'Ann')
      return (await later.ask({ url: '/api/admin/reports' })).json()
    }
    expect(await readAfter(29.9)).toMatchObject({ answered: 1, usualMinutes: 0 })
    expect(await readAfter(30.1)).toMatchObject({ answered: 0, usualMinutes: null })
    app.setNow(new Date(START.getTime() + 10 * MINUTE_MS))
    await answer('price', [now], { price: 399 })
    const evidence = (await admin.ask({ url: `/api/admin/reports/${now}` })).json()
    expect(evidence).toMatchObject({
      prices: [{ now: 399, seenBy: 'Ann', source: 'curator' }, { now: 420 }],
      check: { lookedAt: null, sizes: null },
      earlier: [{ kind: 'link', outcome: 'price-corrected' }],
    })
  })
})

describe('a decision', () => {
  test('ends many at once, answers all who told of them, and is in the audit as one', async () => {
    const [one, other] = [await deal(), await deal()]
    await tell(one, { kind: 'gone' })
    await tell(one, { kind: 'gone' }, 1)
    await tell(other, { kind: 'link' })
    expect((await answer('sold-out', [one, other, 'nothing00001'])).json()).toEqual({
      answered: [one, other],
      left: [{ id: 'nothing00001', reason: 'There is no such deal.' }],
    })
    expect(await outcomes()).toEqual(Array(3).fill(['ended', { reason: 'sold-out' }]))
    expect(await admin.rowOf(one)).toMatchObject({ endedReason: 'sold-out', saidGoneAt: null })
    const entries = await admin.auditOf(one)
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'report.answered',
      'deal.ended',
    ])
    expect(new Set(entries.map(({ batchId }: { batchId: string }) => batchId)).size).toBe(1)
    expect((await answer('gone', [one])).json()).toMatchObject({
      answered: [],
      left: [{ reason: 'It has ended already.' }],
    })
    expect((await desk()).total).toBe(0)
  })

  test('corrects a price as somebody has seen it, of one deal at a time', async () => {
    const [one, other] = [await deal(), await deal()]
    await tell(one, { kind: 'price', seenPrice: 455 })
    expect((await answer('price', [one], { price: 455 })).statusCode).toBe(200)
    expect(await admin.rowOf(one)).toMatchObject({
      salePriceCents: 45_500,
      originalPriceCents: 100_000,
    })
    expect(await outcomes()).toEqual([['price-corrected', { toCents: 45_500 }]])
    expect((await answer('price', [one, other], { price: 5 })).statusCode).toBe(422)
    for (const [decision, more] of [
      ['price'],
      ['gone', { price: 5 }],
      ['price', { price: -1 }],
      ['late'],
    ] as const) {
      expect((await answer(decision, [one], more)).statusCode).toBe(400)
    }
  })

  test.each([
    ['as stated', { isPriceProven: false }, { priceBasis: 'retailer', isPriceProven: false }],
    ['seen before', { isPriceProven: true }, { priceBasis: 'retailer', isPriceProven: true }],
    ['recommended', { priceBasis: 'rrp' }, { priceBasis: 'rrp', isPriceProven: false }],
    ['asked elsewhere', { priceBasis: 'market' }, { priceBasis: 'market', isPriceProven: false }],
    ['not known', { priceBasis: 'unknown' }, { priceBasis: 'unknown', isPriceProven: false }],
  ] as const)(
    'corrects a price, and says nothing of one before that is %s',
    async (_how, draft, after) => {
      const id = await deal({ isPriceProven: false, ...draft })
      if ('isPriceProven' in draft && draft.isPriceProven) await admin.edit(id, SEEN)
      await tell(id, { kind: 'price', seenPrice: 455 })
      expect((await answer('price', [id], { price: 455 })).statusCode).toBe(200)
      expect(await admin.rowOf(id)).toMatchObject({ salePriceCents: 45_500, ...after })
      const { prices } = (await app.inject({ url: `/api/deals/${id}/prices` })).json()
      expect(prices.at(-1)).toMatchObject({ now: 455, was: null, by: 'curator', isSeen: true })
    },
  )

  test('of a price that is back at what it was ends the deal, and says so to who told of it', async () => {
    const id = await deal()
    await tell(id, { kind: 'price', seenPrice: 1000 })
    await answer('price', [id], { price: 1000 })
    expect(await admin.rowOf(id)).toMatchObject({ endedReason: 'price-up' })
    expect(await outcomes()).toEqual([['ended', { reason: 'price-up' }]])
  })

  test('takes the sizes off that were told of, as long as one is left', async () => {
    const [one, other] = [await deal(), await deal()]
    await tell(one, { kind: 'size', size: 'IT 42' })
    await tell(other, { kind: 'size', size: 'IT 40' })
    await tell(other, { kind: 'size', size: 'IT 42' }, 1)
    expect((await answer('size-off', [one, other])).json()).toMatchObject({
      answered: [one],
      left: [{ id: other, reason: 'No other size is left: it is sold out.' }],
    })
    expect(await admin.rowOf(one)).toMatchObject({ sizes: ['IT 40'] })
    expect((await outcomes()).map(([outcome]) => outcome)).toEqual(['size-off', null, null])
  })

  test('of nothing wrong says no more that it may be gone, and answers nothing that came later', async () => {
    const id = await deal()
    await tell(id, { kind: 'gone' })
    await tell(id, { kind: 'gone' }, 1)
    const [{ through } = { through: 0 }] = (await desk()).cases
    await tell(id, { kind: 'price', seenPrice: 1 }, 2)
    const payload = { cases: [{ dealId: id, through }], decision: 'nothing-wrong' }
    await admin.ask({ method: 'POST', url: '/api/admin/reports/answer', payload })
    expect((await outcomes()).map(([outcome]) => outcome)).toEqual([
      ...['nothing-wrong', 'nothing-wrong', null],
    ])
    expect(await admin.rowOf(id)).toMatchObject({ saidGoneAt: null, endedAt: null })
    const [check] = await app.db.selectFrom('dealChecks').select('reported').execute()
    expect(check).toEqual({ reported: 0 })
    const { cases } = await desk()
    expect(cases).toMatchObject([{ deal: { id }, reports: [{ kind: 'price' }] }])
  })

  test('may be to look again first', async () => {
    const id = await deal()
    const look = () => admin.ask({ method: 'POST', url: `/api/admin/reports/${id}/look` })
    expect((await look()).json()).toEqual({ isAsked: true })
    await app.db.updateTable('deals').set({ isPublished: false }).execute()
    expect((await look()).json()).toEqual({ isAsked: false })
  })
})
