import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage } from '#app/admin/audit.contract.ts'
import { refreshTrips } from '#app/savings/server/rows.ts'
import { newId } from '#app/server/ids.ts'
import { businessDay } from '#app/shared/dates.ts'
import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'
import { openAs } from '#test/access/people.ts'
import { livesOf } from '#test/guarantee/lives.ts'
import { leave } from '#test/privacy/leaving.ts'
import { openAdmin } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createTrip } from '#test/support/trips.ts'

/** The cost of one claim: it may reach the alarm limit, and the next one exceeds it. */
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

/** Records a purchase, with who states it and what it waits for. */
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

/** Records a trip for a piece of $400, confirmed by a network without the piece's price. */
async function boughtByTrip(person: { id: string }) {
  const { id: dealId } = await createDeal(app.ctx)
  const { startsAt } = await life.row(person)
  const madeAt = new Date(Number(startsAt) + 9 * 86_400_000)
  const tripNumber = await createTrip(app.ctx, { userId: person.id, dealId, madeAt })
  const reportId = newId()
  await app.db
    .insertInto('networkReports')
    .values({
      ...{ id: reportId, network: 'Northlink', fileName: 'a.csv', fileSha256: 'x' },
      ...{ createdAt: madeAt, actorName: 'Ada', rowCount: 1, newCount: 1, knownCount: 0 },
    })
    .execute()
  await app.db
    .insertInto('networkReportLines')
    .values({
      ...{ reportId, rowNumber: 2, tripNumber, soldOn: businessDay(madeAt), state: 'confirmed' },
      ...{ valueCents: 40_000, itemCents: null, commissionCents: 100 },
    })
    .execute()
  const [row] = await app.db.transaction().execute((trx) =>
    refreshTrips(trx, app.ctx, [tripNumber], {
      ...{ madeBy: 'report', actorName: 'a.csv', what: 'reported' },
    }),
  )
  return row?.id ?? ''
}

describe('the desk of the guarantee', () => {
  test('shows meters, claims and what the years that end could cost', async () => {
    const member = await life.join()
    await bought(member, 6400)
    // During the trial: in the totals, but not in the meter.
    await bought(member, 5000, { onDay: -2 })
    await life.pass(2)
    const { entries, months, counts } = await desk('meters')
    expect(entries).toMatchObject([
      { email: member.email, recorded: 64, confirmed: 0, due: 97, state: 'running' },
    ])
    expect(counts).toMatchObject({ meters: 1, asked: 0 })
    expect(months).toMatchObject([{ years: 1, below: 1, couldCost: 97, atMost: 97 }])
    // A monthly payer pays nine more times by then.
    const monthly = await life.join({ plan: 'monthly' })
    await life.pass(70)
    // They began two days apart, so their years may end in different months.
    const ends: Record<string, number>[] = (await desk('meters')).months
    const all = (what: string) => ends.reduce((sum, month) => sum + (month[what] ?? 0), 0)
    expect(['years', 'below', 'couldCost', 'atMost'].map(all)).toEqual([2, 2, 241, 241])
    expect((await desk('meters')).entries).toContainEqual(
      expect.objectContaining({ email: monthly.email, due: 36 }),
    )
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
    // Concurrently: together they are too much, and none may slip through.
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
    // A person has decided: it is not offered again until the confirmed sum changes.
    expect(await life.state(refused)).toMatchObject({ state: 'refused', refusal: 'confirmed' })
    expect((await decide(idOf(paid), 'pay', 'The coat was sent back')).statusCode).toBe(200)
    await life.expectPaid(paid, 9700)
    const told = (await desk('refused')).entries as Array<{ email: string }>
    expect(told).toMatchObject([{ refusal: 'confirmed', decidedBy: 'Ada' }])
    // A refused claim can still be paid.
    expect((await decide(idOf(refused), 'pay', 'She is right after all')).statusCode).toBe(200)
    await life.expectPaid(refused, 9700)
    const auditAs = async (reader: { cookie: string }): Promise<AuditPage['entries']> =>
      (await app.as(reader).inject({ url: '/api/admin/audit?kind=guarantee' })).json().entries
    const why = (after: string) =>
      expect.arrayContaining([{ field: 'Reason', before: null, after }])
    expect((await auditAs(office)).slice(0, 3)).toMatchObject([
      { action: 'guarantee.paid', changes: why('She is right after all') },
      { action: 'guarantee.paid', changes: why('The coat was sent back') },
      { action: 'guarantee.refused', actorName: 'Ada', changes: why('We looked at it') },
    ])
    // Actions about a person, and their reasons, are for owners only.
    for (const { changes } of await auditAs(await openAs(app, 'curator'))) {
      expect(changes).toEqual([])
    }
  })

  test('lists a year that is refused before anybody asks, and pays that too', async () => {
    const [confirmed, paidBack] = [await life.join(), await life.join()]
    await bought(confirmed, 12_000, { state: 'confirmed' })
    const [charge] = await life.refundsOf(paidBack)
    app.payments.processor.refund(String(charge?.id))
    await life.passYear(confirmed)
    await life.passYear(paidBack)
    const { entries } = await desk('refused')
    const entryOf = ({ email }: { email: string }) =>
      entries.find((each: { email: string }) => each.email === email)
    expect(entryOf(paidBack)).toMatchObject({ state: 'refused', refusal: 'paid-back', due: 0 })
    expect(entryOf(confirmed)).toMatchObject({
      ...{ state: 'refused', refusal: 'confirmed', askedAt: null, due: 97, confirmed: 120 },
    })
    expect((await decide(entryOf(paidBack).id, 'pay')).json()).toMatchObject({
      code: 'nothing-due',
    })
    expect((await decide(entryOf(confirmed).id, 'refuse')).statusCode).toBe(409)
    expect((await decide(entryOf(confirmed).id, 'pay', 'She is right')).statusCode).toBe(200)
    await life.expectPaid(confirmed, 9700)
    expect(await life.givenBack(confirmed)).toEqual([[9700]])
    const running = await life.join()
    const { id } = await life.row(running)
    expect((await decide(id, 'pay')).statusCode).toBe(404)
  })

  test('decides a claim by what was decided of the rows it waited for', async () => {
    const [below, above, recorded] = [await life.join(), await life.join(), await life.join()]
    const waits = async (person: { id: string }, rest: number, state: 'recorded' | 'confirmed') => {
      await bought(person, rest, { state })
      const rowId = await boughtByTrip(person)
      await life.passYear(person)
      await life.claim(person)
      expect(await life.state(person)).toMatchObject({ state: 'waiting' })
      return rowId
    }
    const judge = async (rowId: string, paid: number) => {
      const payload = { decision: 'counts', paid, reason: 'Seen on the invoice' }
      const url = `/api/admin/savings/${rowId}`
      expect((await app.as(office).inject({ method: 'PUT', url, payload })).statusCode).toBe(200)
      await life.settle()
    }
    const rows = [
      await waits(below, 8_000, 'confirmed'),
      await waits(above, 8_000, 'confirmed'),
      await waits(recorded, 8_000, 'recorded'),
    ] as const
    await judge(rows[0], 390)
    expect(await life.state(below)).toMatchObject({ state: 'paying', meter: 90 })
    await life.expectPaid(below, 9700)
    await judge(rows[1], 350)
    expect(await life.state(above)).toMatchObject({ state: 'refused', confirmed: 130 })
    await judge(rows[2], 350)
    expect(await life.state(recorded)).toMatchObject({ state: 'saved', meter: 130 })
    const told = await app.db
      .selectFrom('mails')
      .select('template')
      .where('recipient', '=', recorded.email)
      .where('template', 'in', ['guarantee-saved', 'guarantee-refused'])
      .execute()
    expect(told).toEqual([{ template: 'guarantee-saved' }])
  })

  test('keeps owners from sending back what a claim is about to pay, until it is through', async () => {
    const member = await life.join()
    await life.passYear(member)
    await life.claim(member)
    const { invoiceId } = await app.db
      .selectFrom('payments')
      .select('invoiceId')
      .where('userId', '=', member.id)
      .orderBy('paidAt')
      .executeTakeFirstOrThrow()
    const send = (seenLeft: number) =>
      app.as(office).inject({
        method: 'POST',
        url: `/api/admin/members/${member.id}/refunds`,
        payload: { id: newId(), invoiceId, amount: 10, seenLeft, reason: 'She wrote to us' },
      })
    expect((await send(97)).json()).toMatchObject({ code: 'guarantee-pays' })
    await life.expectPaid(member, 9700)
    expect(await life.givenBack(member)).toEqual([[9700]])
  })

  test('sums the years by the month of their end in Toronto', async () => {
    const member = await life.join()
    const year = app.payments.processor.now().getUTCFullYear() + 3
    await app.db
      .updateTable('guarantees')
      .set({ endsAt: new Date(`${year}-03-01T03:00:00Z`) })
      .where('userId', '=', member.id)
      .execute()
    const { months } = await desk('meters')
    expect(months.at(-1)).toMatchObject({ month: `${year}-02`, years: 1 })
  })

  test('refuses nothing below the goal', async () => {
    const member = await life.join()
    await bought(member, 8_000)
    await bought(member, 5_000, { state: 'confirmed', waitsFor: 'price' })
    await life.passYear(member)
    await life.claim(member)
    const { id } = await life.row(member)
    expect((await decide(id, 'refuse')).json()).toMatchObject({ code: 'below-goal' })
    expect((await decide(id, 'pay')).statusCode).toBe(200)
    await life.expectPaid(member, 9700)
  })

  test('lets a claim that waits go on waiting when its account goes', async () => {
    const member = await life.join()
    await bought(member, 8_000, { state: 'confirmed' })
    await bought(member, 4_000, { state: 'confirmed', waitsFor: 'price' })
    await life.passYear(member)
    await life.claim(member)
    const { id } = await life.row(member)
    expect((await leave(app, member)).statusCode).toBe(200)
    await life.pass(1)
    await life.work()
    expect(await life.givenBack(member)).toEqual([])
    const entry = async (list: string) =>
      (await desk(list)).entries.find((each: { id: string }) => each.id === id)
    expect(await entry('asked')).toMatchObject({ state: 'waiting', confirmed: 120 })
    expect((await decide(id, 'refuse')).statusCode).toBe(200)
    expect(await entry('refused')).toMatchObject({ state: 'refused', confirmed: 120 })
  })

  test('what was refused by itself opens again for a person once what is confirmed waits for one', async () => {
    const member = await life.join()
    const rowId = await bought(member, 12_000, { state: 'confirmed' })
    await life.passYear(member)
    await life.claim(member)
    expect(await life.state(member)).toMatchObject({ state: 'refused', refusal: 'confirmed' })
    await app.db
      .updateTable('ledgerRows')
      .set({ waitsFor: 'return' })
      .where('id', '=', rowId)
      .execute()
    expect(await life.state(member)).toMatchObject({ state: 'open', isForPerson: true })
  })

  test('what a person has refused opens for one again once more is confirmed', async () => {
    const member = await life.join()
    await bought(member, 8000, { state: 'confirmed' })
    await bought(member, 4000, { state: 'confirmed', waitsFor: 'price' })
    await life.passYear(member)
    await life.claim(member)
    const { id } = (await desk()).entries.find(({ email }: typeof member) => email === member.email)
    expect((await decide(id, 'refuse')).statusCode).toBe(200)
    expect(await life.state(member)).toMatchObject({ state: 'refused', refusal: 'confirmed' })
    await bought(member, 1000, { state: 'confirmed' })
    expect(await life.state(member)).toMatchObject({ state: 'open', isForPerson: true })
  })

  test('confirmed savings refuse by themselves; what was recorded may be corrected, and opens it', async () => {
    const [confirmed, recorded] = [await life.join(), await life.join()]
    // Of the most expensive pieces, to exceed the database's integer.
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
