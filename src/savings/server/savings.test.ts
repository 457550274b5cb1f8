import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { LAST_SAVINGS_PAGE, TRIPS_ON_A_PAGE } from '#app/savings/savings.facts.ts'
import { createDeal, createMember, createPerson, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createTrip, type TripDraft } from '#test/support/trips.ts'

const app = useTestApp()

let member: Person
let dealId: string
beforeEach(async () => {
  member = await createMember(app.ctx)
  dealId = (await createDeal(app.ctx, { brandName: 'Maison Trip', productName: 'The Trip Coat' }))
    .id
})

const made = (draft: TripDraft = {}) => createTrip(app.ctx, { userId: member.id, dealId, ...draft })

function say(number: string, payload: object, who = member) {
  return app.as(who).inject({ method: 'PUT', url: `/api/savings/trips/${number}`, payload })
}

async function read(who = member, query = '') {
  const response = await app.as(who).inject({ url: `/api/savings${query}` })
  expect(response.statusCode).toBe(200)
  return response.json()
}

const DAY = '2026-11-10'
const madeAt = new Date('2026-11-10T17:00:00Z')

describe('what somebody says of a trip', () => {
  test('is recorded with its price and day, changed, and every change kept with who and when', async () => {
    const number = await made({ madeAt })
    expect((await read()).trips).toMatchObject([
      { number, was: 400, now: 250, outcome: null, mayChange: ['bought', 'not-bought'] },
    ])
    expect(
      (await say(number, { answer: 'bought', paid: 230.5, on: '2026-11-12' })).statusCode,
    ).toBe(200)
    await say(number, { answer: 'not-bought' })
    await say(number, { answer: 'bought', paid: 240, on: DAY })
    expect((await read()).totals.ever).toMatchObject({ counted: 160, recorded: 160, purchases: 1 })
    await say(number, { answer: 'returned' })
    const { trips, totals } = await read()
    expect(trips[0].outcome).toMatchObject({
      state: 'returned',
      paid: 240,
      saving: 160,
      boughtOn: DAY,
    })
    expect(totals.ever).toMatchObject({ counted: 0, returned: 160, purchases: 0 })
    expect(
      trips[0].outcome.changes.map(({ by, what, paid }: Record<string, unknown>) => [
        by,
        what,
        paid,
      ]),
    ).toEqual([
      ['member', 'bought', 230.5],
      ['member', 'not-bought', null],
      ['member', 'bought', 240],
      ['member', 'returned', 240],
    ])
    for (const { at } of trips[0].outcome.changes) expect(Date.parse(at)).toBeGreaterThan(0)
  })

  test.each<[string, TripDraft, number, number, string | null]>([
    ['below the proven was-price', {}, 250, 150, null],
    ['at it', {}, 400, 0, null],
    ['above it', {}, 400.01, 0, 'above-was'],
    ['at ten times the price', {}, 2500, 0, 'above-was'],
    ['of nothing known', { basis: 'unknown', wasCents: null }, 250, 0, 'basis-unknown'],
    ['below a recommended price', { basis: 'rrp' }, 250, 0, 'rrp'],
    ['below what others ask', { basis: 'market' }, 250, 0, 'market'],
    ['below a price that nobody saw', { isProven: false }, 250, 0, 'as-stated'],
    ['without a was-price', { wasCents: null }, 250, 0, 'no-was'],
  ])('counts, for a price %s', async (_, draft, paid, saving, noughtWhy) => {
    const number = await made({ madeAt, ...draft })
    await say(number, { answer: 'bought', paid, on: DAY })
    expect((await read()).trips[0].outcome).toMatchObject({ state: 'recorded', saving, noughtWhy })
  })

  test.each<[string, object, string]>([
    ['a day before the trip', { answer: 'bought', paid: 200, on: '2026-11-09' }, 'on'],
    ['a day to come', { answer: 'bought', paid: 200, on: '2126-11-09' }, 'on'],
    ['no day', { answer: 'bought', paid: 200, on: '2026-02-30' }, 'on'],
    ['a price below nought', { answer: 'bought', paid: -1, on: DAY }, 'paid'],
    ['a price of nought', { answer: 'bought', paid: 0, on: DAY }, 'paid'],
    ['half a cent', { answer: 'bought', paid: 1.005, on: DAY }, 'paid'],
    ['no number', { answer: 'bought', paid: '200', on: DAY }, 'paid'],
    ['more than anything costs', { answer: 'bought', paid: 1e9, on: DAY }, 'paid'],
    ['a word that is none', { answer: 'confirmed' }, 'answer'],
  ])('is refused with %s', async (_, payload, field) => {
    const number = await made({ madeAt })
    const response = await say(number, payload)
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
    expect((await read()).trips[0].outcome).toBe(null)
  })

  test('is taken of their own trips alone', async () => {
    const number = await made({ madeAt })
    const answer = { answer: 'bought', paid: 200, on: DAY }
    const stranger = await say(number, answer, await createMember(app.ctx))
    expect([stranger.statusCode, stranger.json().code]).toEqual([404, 'not-found'])
    expect((await say('T-00000-00000', answer)).json()).toEqual({
      ...stranger.json(),
      requestId: expect.any(String),
    })
    expect((await app.inject({ url: '/api/savings' })).statusCode).toBe(401)
    expect((await say(number, { answer: 'returned' })).statusCode).toBe(409)
  })

  const buy = (id: string, on = '2026-11-20') =>
    app.as(member).inject({
      method: 'PUT',
      url: `/api/savings/deals/${id}`,
      payload: { paid: 1, on },
    })

  test('counts nought without a trip, however much of it there is', async () => {
    app.setNow(new Date('2026-11-21T12:00:00Z'))
    expect((await buy(dealId)).statusCode).toBe(200)
    expect((await buy(dealId)).statusCode).toBe(200)
    const missing = await buy('AAAAAAAAAAAA')
    expect(missing.statusCode).toBe(404)
    const draft = await createDeal(app.ctx, { isPublished: false })
    expect((await buy(draft.id)).json()).toEqual({
      ...missing.json(),
      requestId: expect.any(String),
    })
    app.setNow(undefined)
    const { trips, totals } = await read()
    expect(trips).toMatchObject([
      { number: null, outcome: { state: 'recorded', saving: 0, noughtWhy: 'no-trip' } },
    ])
    expect(totals.ever).toMatchObject({ counted: 0, purchases: 1 })
  })

  test('without a trip may be of a year ago, and not of longer', async () => {
    app.setNow(new Date('2026-11-21T12:00:00Z'))
    const early = await buy(dealId, '2025-11-20')
    expect([early.statusCode, early.json().fields]).toEqual([
      400,
      { on: 'is before November 21, 2025' },
    ])
    expect((await buy(dealId, '2025-11-21')).statusCode).toBe(200)
    app.setNow(undefined)
  })

  test('without a trip is kept two hundred times, and the same deal’s may still be changed', async () => {
    await sql`
      insert into ledger_rows (id, user_id, deal_id, state, bought_on, saving_cents, said, said_at)
      select 'kept-' || n, ${member.id}::text, 'piece-' || n, 'recorded', '2026-11-20'::date, 0, 'bought', now()
      from generate_series(1, 199) n
    `.execute(app.db)
    app.setNow(new Date('2026-11-21T12:00:00Z'))
    expect((await buy(dealId)).statusCode).toBe(200)
    const other = (await createDeal(app.ctx)).id
    expect((await buy(other)).json()).toMatchObject({ code: 'too-many-without-trip' })
    expect((await buy(dealId, '2026-11-19')).statusCode).toBe(200)
    app.setNow(undefined)
  })

  test('without a trip is of the moment at which it was last said', async () => {
    const said = [
      '2026-11-21T12:00:00.000Z',
      '2026-11-22T12:00:00.000Z',
      '2026-11-23T12:00:00.000Z',
    ]
    const other = (await createDeal(app.ctx)).id
    for (const [n, id] of [dealId, other, dealId].entries()) {
      app.setNow(new Date(said[n] ?? ''))
      await buy(id, `2026-11-1${n}`)
    }
    app.setNow(undefined)
    expect((await read()).trips).toMatchObject([
      { dealId, at: said[2] },
      { dealId: other, at: said[1] },
    ])
  })

  test('is said a thousand times a day', async () => {
    const number = await made({ madeAt })
    const answer = { answer: 'not-bought' }
    expect((await say(number, answer)).statusCode).toBe(200)
    await app.db
      .updateTable('throttles')
      .set({ points: 999 })
      .where('key', '=', `ledger:${member.id}`)
      .execute()
    expect((await say(number, answer)).statusCode).toBe(200)
    const refused = await say(number, answer)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
    expect((await buy(dealId)).statusCode).toBe(429)
  })
})

describe('what is read', () => {
  test('is the newest first, with totals by year, by membership year and by month', async () => {
    app.setNow(new Date('2026-11-21T12:00:00Z'))
    const { id: subscriptionId } = await app.db
      .selectFrom('subscriptions')
      .select('id')
      .where('userId', '=', member.id)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('payments')
      .values({
        invoiceId: `in_${member.id}`,
        subscriptionId,
        userId: member.id,
        number: null,
        amountCents: 9_700,
        currency: 'usd',
        receiptUrl: null,
        paidAt: new Date('2025-11-15T15:00:00Z'),
      })
      .execute()
    // In Toronto, the last of these is in 2025.
    const days = ['2026-11-16T12:00:00Z', '2026-11-12T12:00:00Z', '2026-01-01T03:00:00Z']
    const numbers = []
    for (const at of days) {
      const number = await made({ madeAt: new Date(at) })
      numbers.push(number)
      const on = at.startsWith('2026-01') ? '2025-12-31' : at.slice(0, 10)
      await say(number, { answer: 'bought', paid: 300, on })
    }
    const { trips, totals, today } = await read()
    app.setNow(undefined)
    expect(trips.map(({ number }: { number: string }) => number)).toEqual(numbers)
    expect(today).toBe('2026-11-21')
    expect(totals.years).toMatchObject([
      { year: 2026, counted: 200, purchases: 2 },
      { year: 2025, counted: 100 },
    ])
    expect(totals.membershipYears).toMatchObject([
      { number: 2, from: '2026-11-15', until: '2027-11-14', counted: 100 },
      { number: 1, from: '2025-11-15', until: '2026-11-14', counted: 200 },
    ])
    expect(totals.months).toHaveLength(12)
    expect(totals.months.at(-1)).toEqual({ month: '2026-11', counted: 200 })
    expect(totals.months[0]).toEqual({ month: '2025-12', counted: 100 })
  })

  test('is all there, page by page, with what was bought without a trip in its place', async () => {
    const at = (minute: number) => new Date(madeAt.getTime() - minute * 60_000)
    await sql`
      insert into trips (number, user_id, deal_id, made_at, now_cents, basis, is_proven, travels)
      select 'T-' || lpad(minute::text, 5, '0') || '-00000', ${member.id}::text, ${dealId}::text,
        ${madeAt}::timestamptz - minute * interval '1 minute', 25000, 'retailer', true, true
      from generate_series(1, 50) minute where minute % 5 <> 0
    `.execute(app.db)
    await sql`
      insert into ledger_rows (id, user_id, deal_id, state, bought_on, saving_cents, said, said_at)
      select 'without-' || minute, ${member.id}::text, 'piece-' || minute, 'recorded', ${DAY}::date, 0, 'bought',
        ${madeAt}::timestamptz - minute * interval '1 minute'
      from generate_series(5, 50, 5) minute
    `.execute(app.db)
    const pages = [await read(), await read(member, '?page=2'), await read(member, '?page=3')]
    expect(pages.map(({ total, trips }) => [total, trips.length])).toEqual([
      [50, 20],
      [50, 20],
      [50, 10],
    ])
    expect(pages.flatMap(({ trips }) => trips).map((trip: { at: string }) => trip.at)).toEqual(
      Array.from({ length: 50 }, (_, n) => at(n + 1).toISOString()),
    )
    expect((await read(member, '?page=4')).trips).toEqual([])
  })

  test('names pieces to members alone; once they are none, brand, date and prices', async () => {
    await made({ madeAt })
    expect((await read()).trips[0].deal).toMatchObject({ productName: 'The Trip Coat' })
    await app.db
      .updateTable('subscriptions')
      .set({ status: 'canceled' })
      .where('userId', '=', member.id)
      .execute()
    const response = await app.as(member).inject({ url: '/api/savings' })
    expect(response.json().trips[0]).toMatchObject({
      brandName: 'Maison Trip',
      was: 400,
      now: 250,
      deal: null,
    })
    expect(response.body).not.toMatch(/Trip Coat|Test Shop|shop\.example/)
    expect((await read(await createPerson(app.ctx))).trips).toEqual([])
  })

  test('comes as a file for a spreadsheet program, without a name, a shop or a link', async () => {
    await say(await made({ madeAt }), { answer: 'bought', paid: 300, on: DAY })
    const { body, headers } = await app.as(member).inject({ url: '/api/savings/csv' })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="savings-/)
    const [, line] = body.split('\r\n')
    expect(line).toMatch(
      /^"T-\w{5}-\w{5}","2026-11-10","Maison Trip","400","250","The retailer’s own, seen by us","Recorded","2026-11-10","300","100",,$/,
    )
    expect(body).not.toMatch(/Trip Coat|Test Shop|shop\.example/)
  })
  test('has all of them as a file, more than anybody turns pages for', async () => {
    const count = LAST_SAVINGS_PAGE * TRIPS_ON_A_PAGE + 1
    await sql`
      insert into trips (number, user_id, deal_id, made_at, basis, is_proven, travels)
      select 'T-' || lpad((n / 100000)::text, 5, '0') || '-' || lpad((n % 100000)::text, 5, '0'),
        ${member.id}, 'gone', ${madeAt}, 'unknown', false, false
      from generate_series(1, ${count}::integer) n
    `.execute(app.db)
    const { body } = await app.as(member).inject({ url: '/api/savings/csv' })
    expect(body.trim().split('\r\n')).toHaveLength(1 + count)
  })
})
