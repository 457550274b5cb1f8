import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChecksDesk } from '#app/admin/checks-desk.contract.ts'
import type { FindingKind } from '#app/checks/checks.facts.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ environment: { PRICE_CHECKS: '1' } })
const START = new Date('2026-11-20T15:00:00Z')
let admin: AdminClient
let dealId: string
let retailerId: string
beforeAll(async () => {
  app.setNow(START)
  admin = await openAdminClient(app, 'Ann')
})
beforeEach(async () => {
  await app.db.deleteFrom('checkFindings').execute()
  await app.db.deleteFrom('deals').execute()
  dealId = (await createDeal(app.ctx, { salePriceCents: 42_000 })).id
  retailerId = (await admin.rowOf(dealId)).retailerId
})

async function find(kind: FindingKind, facts: object, of: string | null = dealId) {
  const { id } = await app.db
    .insertInto('checkFindings')
    .values({
      ...{ dealId: of, retailerId, kind, state: 'waiting', foundAt: START },
      facts: JSON.stringify(facts),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const desk = async (): Promise<ChecksDesk> => (await admin.ask({ url: '/api/admin/checks' })).json()
const decide = (id: number, payload: object) =>
  admin.ask({ method: 'POST', url: `/api/admin/checks/${id}`, payload })

test('the desk says what waits, and what could not be told and since when', async () => {
  await find('odd-price', { beforeCents: 42_000, nowCents: 900 })
  // Live as well, but never checked.
  await createDeal(app.ctx)
  await app.db
    .insertInto('dealChecks')
    .values({
      ...{ dealId, retailerId, url: 'https://shop.example/p', host: 'shop.example', dueAt: START },
      ...{ lookedAt: START, answer: 'refused', failingSince: START },
    })
    .execute()
  expect(await desk()).toMatchObject({
    waiting: [{ kind: 'odd-price', before: 420, now: 9, retailer: 'The Test Shop', dealId }],
    waitingTotal: 1,
    failing: [{ retailerId, retailer: 'The Test Shop', refused: 1, since: START.toISOString() }],
    isOn: true,
    coverage: { deals: 2, looked: 1, certain: 0, oldest: START.toISOString() },
  })
})

describe('a curator', () => {
  test('accepts a price, once, and it is in the audit', async () => {
    const id = await find('odd-price', { beforeCents: 42_000, nowCents: 39_900 })
    expect((await decide(id, { decision: 'accept' })).json()).toMatchObject({ waiting: [] })
    expect(await admin.rowOf(dealId)).toMatchObject({ salePriceCents: 39_900 })
    expect((await decide(id, { decision: 'accept' })).statusCode).toBe(409)
    const [entry] = await admin.auditOf(dealId)
    expect(entry).toMatchObject({ action: 'check.accepted', actorName: 'Ann' })
  })

  test('accepts no price in what the deal is not sold in, and of another piece that it is gone', async () => {
    const euros = await find('other-currency', { nowCents: 39_900, currency: 'EUR' })
    expect((await decide(euros, { decision: 'accept' })).json()).toMatchObject({
      code: 'needs-price',
    })
    expect(await admin.rowOf(dealId)).toMatchObject({ salePriceCents: 42_000, endedReason: null })
    const other = await find('another-piece', { nowCents: 39_900, currency: 'USD' })
    expect((await decide(other, { decision: 'accept' })).statusCode).toBe(200)
    expect(await admin.rowOf(dealId)).toMatchObject({
      ...{ salePriceCents: 42_000, endedReason: 'gone' },
    })
  })

  test('corrects it, ignores it, or has it looked at again', async () => {
    const [one, two] = [await find('no-price', {}), await find('odd-price', { nowCents: 5 })]
    expect((await decide(one, { decision: 'correct' })).statusCode).toBe(400)
    await decide(one, { decision: 'correct', price: 410.5, was: 1000 })
    expect(await admin.rowOf(dealId)).toMatchObject({ salePriceCents: 41_050 })
    await decide(two, { decision: 'look-again' })
    const checks = await app.db.selectFrom('dealChecks').select('askedFor').execute()
    expect(checks).toEqual([{ askedFor: 'curator' }])
    expect((await decide(two, { decision: 'ignore' })).json()).toMatchObject({ waiting: [] })
    expect((await decide(999_999, { decision: 'ignore' })).statusCode).toBe(404)
  })

  test.each([
    ['the page’s own', 'retailer', { wasCents: 90_000, basis: 'rrp' }, 'rrp'],
    ['the page’s own', 'rrp', { wasCents: 90_000, basis: 'retailer' }, 'retailer'],
    ['the deal’s where the page shows none', 'rrp', { basis: 'retailer' }, 'rrp'],
    ['the deal’s where the page shows none', 'unknown', {}, 'unknown'],
    ['the deal’s where the page shows none', 'retailer', {}, 'retailer'],
  ] as const)(
    'corrects a price before by the basis that is %s: of %s',
    async (_whose, ofDeal, facts, basis) => {
      await app.db.updateTable('deals').set({ priceBasis: ofDeal }).execute()
      const id = await find('several-prices', { beforeCents: 42_000, nowCents: 41_000, ...facts })
      expect((await desk()).waiting).toMatchObject([{ basis }])
      await decide(id, { decision: 'correct', price: 410.5, was: 900 })
      expect(await admin.rowOf(dealId)).toMatchObject({
        ...{ salePriceCents: 41_050, originalPriceCents: 90_000, priceBasis: basis },
        isPriceProven: basis === 'retailer',
      })
      const { prices } = (await app.inject({ url: `/api/deals/${dealId}/prices` })).json()
      expect(prices.at(-1)).toMatchObject({ now: 410.5, by: 'curator', isSeen: true })
    },
  )

  test('who types no price before says nothing of it', async () => {
    await app.db.updateTable('deals').set({ isPriceProven: false }).execute()
    const id = await find('odd-price', { nowCents: 900 })
    await decide(id, { decision: 'correct', price: 399, was: null })
    expect(await admin.rowOf(dealId)).toMatchObject({
      ...{ salePriceCents: 39_900, originalPriceCents: 100_000, isPriceProven: false },
    })
  })

  test('takes a price as of when the page said so last, not of when somebody had the time', async () => {
    const ago = (days: number) => new Date(START.getTime() - days * DAY_MS)
    await app.db
      .updateTable('deals')
      .set({ createdAt: ago(20) })
      .execute()
    const id = await find('odd-price', { nowCents: 39_900 })
    const times = { foundAt: ago(9), lookedAt: ago(2) }
    await app.db.updateTable('checkFindings').set(times).where('id', '=', id).execute()
    await decide(id, { decision: 'accept' })
    const { prices } = (await app.inject({ url: `/api/deals/${dealId}/prices` })).json()
    expect(prices.at(-1)).toMatchObject({ day: '2026-11-18', now: 399, by: 'us' })
  })

  test('says of too many endings whether they are so: then all of them end', async () => {
    const many = await find('many-endings', { living: 5, ended: 1 }, null)
    const odd = await find('odd-price', { nowCents: 5 })
    await find('sold-out', {})
    // The one question comes before the hundreds of endings, and these do not hide anything else.
    expect((await desk()).waiting).toMatchObject([
      { kind: 'many-endings', deal: null, living: 5, ended: 1 },
      { kind: 'odd-price' },
      { kind: 'sold-out', dealId },
    ])
    await decide(odd, { decision: 'ignore' })
    expect((await decide(many, { decision: 'accept' })).json()).toMatchObject({ waiting: [] })
    expect(await admin.rowOf(dealId)).toMatchObject({ endedReason: 'sold-out' })
  })

  test('has a retailer looked at again, or never again', async () => {
    const ask = (what: string, id = retailerId) =>
      admin.ask({ method: 'POST', url: `/api/admin/checks/retailers/${id}/${what}` })
    expect((await ask('look')).statusCode).toBe(200)
    expect((await ask('never')).statusCode).toBe(200)
    const retailer = () =>
      app.db
        .selectFrom('retailers')
        .select('isNeverChecked')
        .where('id', '=', retailerId)
        .executeTakeFirstOrThrow()
    expect(await retailer()).toEqual({ isNeverChecked: true })
    expect((await ask('never', 'nobody')).statusCode).toBe(404)
    await app.db.updateTable('retailers').set({ isNeverChecked: false }).execute()
  })
})
