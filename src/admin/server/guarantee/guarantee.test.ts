import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#app/server/ids.ts'
import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'
import { livesOf } from '#test/guarantee/lives.ts'
import { openAdmin } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

/** What one of them costs: it may reach the alarm, and the next is above it. */
const ALARM_CENTS = 9_700
const app = useTestApp({
  hasPayments: true,
  environment: { GUARANTEE_ALARM_CENTS: String(ALARM_CENTS) },
})

let life: ReturnType<typeof livesOf>
let office: { cookie: string }
beforeAll(async () => {
  office = await openAdmin(app, 'Ada')
})
beforeEach(() => {
  life = livesOf(app)
})

const desk = async (list = 'asked') =>
  (await app.as(office).inject({ url: `/api/admin/guarantee?list=${list}` })).json()
const decide = (id: string, decision: string, reason = 'We looked at it') =>
  app.as(office).inject({
    method: 'POST',
    url: `/api/admin/guarantee/${id}/decision`,
    payload: { decision, reason },
  })

/** Somebody bought something; by whom it is said and what it waits for. */
async function bought(
  person: { id: string },
  savingCents: number,
  more: { state?: 'recorded' | 'confirmed'; waitsFor?: 'price'; onDay?: number } = {},
) {
  const { id: dealId } = await createDeal(app.ctx)
  const rowId = newId()
  const { startsAt } = await life.row(person)
  await app.db
    .insertInto('ledgerRows')
    .values({
      id: rowId,
      userId: person.id,
      tripNumber: null,
      dealId,
      state: more.state ?? 'recorded',
      boughtOn: new Date(Number(startsAt) + (more.onDay ?? 9) * 86_400_000)
        .toISOString()
        .slice(0, 10),
      paidCents: 10_000,
      savingCents,
      noughtWhy: null,
      waitsFor: more.waitsFor ?? null,
      reason: null,
      said: null,
      saidPaidCents: null,
      saidOn: null,
      saidAt: null,
      decided: null,
      decidedCents: null,
      decidedWhy: null,
      decidedAt: null,
    })
    .execute()
  return rowId
}

describe('the desk of the guarantee', () => {
  test('shows meters, claims and what the years that end could cost', async () => {
    const member = await life.join()
    await bought(member, 6400)
    // During the trial: it is in the totals, and not in the meter.
    await bought(member, 5000, { onDay: -2 })
    await life.pass(2)
    const { entries, months, counts } = await desk('meters')
    expect(entries).toMatchObject([
      { email: member.email, recorded: 64, confirmed: 0, due: 97, state: 'running' },
    ])
    expect(counts).toMatchObject({ meters: 1, asked: 0 })
    expect(months).toMatchObject([{ years: 1, below: 1, couldCost: 97, atMost: 97 }])
    await life.passYear(member)
    expect((await desk('open')).entries).toMatchObject([{ email: member.email, state: 'open' }])
    await life.claim(member)
    expect((await desk()).entries).toMatchObject([{ state: 'paying', due: 97 }])
    await life.expectPaid(member, 9700)
    expect((await desk('paid')).entries).toMatchObject([{ state: 'paid', paidBack: 97 }])
  })

  test('lets refunds above the day’s alarm wait for a person, and pays them after 72 hours', async () => {
    const members = [await life.join(), await life.join(), await life.join()] as const
    for (const member of members) await life.passYear(member)
    // All at once: of those that would be too much together none slips through.
    await Promise.all(members.map((member) => life.claim(member)))
    await life.work()
    const states = await Promise.all(members.map((member) => life.state(member)))
    expect(states.map(({ state }) => state).sort()).toEqual(['held', 'held', 'paid'])
    const [second, third] = members.filter((_, at) => states[at]?.state === 'held')
    if (!second || !third) throw new Error('None is held.')
    expect(await life.state(second)).toMatchObject({ toPay: 97 })
    expect((await desk()).alarm).toMatchObject({ limit: 97, today: 97, held: 2 })
    const entry = (await desk()).entries.find(
      ({ email }: { email: string }) => email === second.email,
    )
    expect((await decide(entry.id, 'pay')).statusCode).toBe(200)
    await life.expectPaid(second, 9700)
    await life.pass(2.5)
    await life.work()
    expect(await life.givenBack(third)).toEqual([])
    await life.pass(1)
    await life.expectPaid(third, 9700)
    expect(await life.givenBack(third)).toEqual([[9700]])
  })

  test('decides where confirmed savings without a price are what refuses, with a reason in the audit', async () => {
    const members = [await life.join(), await life.join()] as const
    for (const member of members) {
      await bought(member, 8000, { state: 'confirmed' })
      await bought(member, 4000, { state: 'confirmed', waitsFor: 'price' })
      await life.passYear(member)
      expect(await life.state(member)).toMatchObject({ state: 'open', isForPerson: true })
      await life.claim(member)
      expect(await life.state(member)).toMatchObject({ state: 'waiting' })
    }
    await life.work()
    const waiting = (await desk()).entries as Array<{ id: string; email: string }>
    const idOf = ({ email }: { email: string }) =>
      waiting.find((each) => each.email === email)?.id ?? ''
    const [paid, refused] = members
    expect((await decide(idOf(refused), 'refuse', '')).statusCode).toBe(400)
    expect((await decide(idOf(refused), 'refuse')).statusCode).toBe(200)
    expect((await decide(idOf(refused), 'refuse')).statusCode).toBe(409)
    // Somebody has looked: it is not offered again until what is confirmed is another sum.
    expect(await life.state(refused)).toMatchObject({ state: 'refused', refusal: 'confirmed' })
    expect((await decide(idOf(paid), 'pay', 'The coat was sent back')).statusCode).toBe(200)
    await life.expectPaid(paid, 9700)
    const told = (await desk('refused')).entries as Array<{ email: string }>
    expect(told).toMatchObject([{ refusal: 'confirmed', decidedBy: 'Ada' }])
    // And pays a refused one, should that be right.
    expect((await decide(idOf(refused), 'pay', 'She is right after all')).statusCode).toBe(200)
    await life.expectPaid(refused, 9700)
    const audit = await app.db
      .selectFrom('auditEntries')
      .select(['action', 'actorName', 'after'])
      .where('subjectKind', '=', 'guarantee')
      .where('subjectId', 'in', [idOf(paid), idOf(refused)])
      .orderBy('id')
      .execute()
    expect(audit).toMatchObject([
      { action: 'guarantee.refused', actorName: 'Ada', after: { reason: 'We looked at it' } },
      { action: 'guarantee.paid', after: { reason: 'The coat was sent back', due: 97 } },
      { action: 'guarantee.paid', after: { reason: 'She is right after all' } },
    ])
  })

  test('confirmed savings refuse by themselves; what was recorded may be corrected, and opens it', async () => {
    const [confirmed, recorded] = [await life.join(), await life.join()]
    // Of the dearest pieces: more than an integer of the database holds.
    const pieces = Math.ceil(2 ** 31 / HIGHEST_PRICE_CENTS)
    for (let at = 0; at < pieces; at += 1) {
      await bought(confirmed, HIGHEST_PRICE_CENTS, { state: 'confirmed' })
    }
    const rowId = await bought(recorded, 12_000)
    await life.passYear(confirmed)
    await life.passYear(recorded)
    await life.claim(confirmed)
    expect(await life.state(confirmed)).toMatchObject({
      state: 'refused',
      refusal: 'confirmed',
      meter: (pieces * HIGHEST_PRICE_CENTS) / 100,
      savings: Array(pieces).fill({ saving: HIGHEST_PRICE_CENTS / 100, isConfirmed: true }),
    })
    expect(await life.state(recorded)).toMatchObject({ state: 'saved', meter: 120 })
    await expect(life.claim(recorded)).rejects.toMatchObject({ status: 409 })
    await app.db
      .updateTable('ledgerRows')
      .set({ state: 'returned' })
      .where('id', '=', rowId)
      .execute()
    expect(await life.state(recorded)).toMatchObject({ state: 'open', meter: 0 })
    await life.pass(70)
    expect(await life.state(recorded)).toMatchObject({ state: 'over' })
  })
})
