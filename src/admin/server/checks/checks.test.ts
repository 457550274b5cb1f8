import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChecksDesk } from '#app/admin/checks-desk.contract.ts'
import type { FindingKind } from '#app/checks/checks.facts.ts'
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
    coverage: { deals: 1, looked: 1, certain: 0 },
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

  test('says of too many endings whether they are so: then all of them end', async () => {
    const many = await find('many-endings', { living: 5, ended: 1 }, null)
    const odd = await find('odd-price', { nowCents: 5 })
    await find('sold-out', {})
    // Of hundreds that would end the one question stands first, and they keep nothing else from being seen.
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
