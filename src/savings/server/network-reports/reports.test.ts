import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRecorded } from '#app/savings/server/ledger.ts'
import { makeCsv } from '#test/sheets/make-sheets.ts'
import { openAdmin } from '#test/support/admin.ts'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { multipart } from '#test/support/multipart.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createTrip, type TripDraft } from '#test/support/trips.ts'

const app = useTestApp()

let admin: Awaited<ReturnType<typeof openAdmin>>
let member: Person
let dealId: string
beforeAll(async () => {
  admin = await openAdmin(app, 'Ann')
})
beforeEach(async () => {
  // The desk lists those with the highest revenue, and ties in any order.
  await app.db.deleteFrom('networkReportLines').execute()
  member = await createMember(app.ctx)
  dealId = (await createDeal(app.ctx, { brandName: 'Maison Trip' })).id
})

const HEADINGS = [
  'SubID',
  'Order ID',
  'Transaction date',
  'Sale amount',
  'Item price',
  'Payout',
  'Status',
]
const madeAt = new Date('2026-11-10T17:00:00Z')
const made = (draft: TripDraft = {}) =>
  createTrip(app.ctx, { userId: member.id, dealId, madeAt, ...draft })

type Line = Array<string | number>
const line = (
  trip: string,
  state = 'approved',
  over: Partial<Record<number, string | number>> = {},
): Line =>
  [trip, '', '2026-11-11', '300.00', '', '12.00', state].map((cell, at) => over[at] ?? cell)

async function send(lines: Line[], fields: Record<string, string> = {}, headings = HEADINGS) {
  const form = multipart({ network: 'Test Network', dryRun: 'false', ...fields }, [
    { field: 'file', fileName: 'november.csv', bytes: makeCsv([headings, ...lines]) },
  ])
  return app.as(admin).inject({
    method: 'POST',
    url: '/api/admin/network-reports',
    payload: form.payload,
    headers: { ...form.headers, ...admin.csrf },
  })
}

const take = async (...lines: Line[]) => (await send(lines)).json()

async function row() {
  const { trips } = (await app.as(member).inject({ url: '/api/savings' })).json()
  return trips[0].outcome
}

const recorded = (who = member) =>
  readRecorded(app.db, who.id, [
    { from: new Date('2026-01-01T12:00:00Z'), to: new Date('2027-01-01T12:00:00Z') },
  ])

const say = (number: string, payload: object) =>
  app.as(member).inject({ method: 'PUT', url: `/api/savings/trips/${number}`, payload })

describe('a network’s report', () => {
  test('is tried first and writes nothing; taken, it confirms, and brings revenue', async () => {
    const number = await made()
    const tried = (await send([line(number)], { dryRun: 'true' })).json()
    expect(tried).toMatchObject({
      isDryRun: true,
      reportId: null,
      newCount: 1,
      confirmed: 1,
      commission: 12,
    })
    expect(await row()).toBe(null)
    const taken = await take(line(number, 'Approved', { 4: 240 }))
    expect(taken).toMatchObject({ reportId: expect.any(String), newCount: 1, problems: [] })
    expect(await row()).toMatchObject({
      state: 'confirmed',
      paid: 240,
      saving: 160,
      boughtOn: '2026-11-11',
    })
    const desk = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
    expect(desk.revenue.brands).toContainEqual(
      expect.objectContaining({ name: 'Maison Trip', purchases: 1, value: 300, commission: 12 }),
    )
    const { entries } = (
      await app.as(admin).inject({ url: '/api/admin/audit?action=network-report.taken' })
    ).json()
    expect(entries[0]).toMatchObject({ actorName: 'Ann', subjectLabel: 'november.csv' })
  })

  test('that comes twice changes nothing, in the same sheet or in another', async () => {
    const number = await made()
    const bought = line(number, 'approved', { 4: 240 })
    expect(await take(bought, bought)).toMatchObject({ newCount: 1, knownCount: 1 })
    expect(await take(bought)).toMatchObject({ newCount: 0, knownCount: 1, reportId: null })
    expect((await recorded()).confirmedCents).toBe(16_000)
    expect((await row()).changes).toHaveLength(1)
  })

  test('may say that it went back before it says that it was bought', async () => {
    const number = await made()
    await take(line(number, 'reversed', { 3: '-300.00', 5: '-12.00' }))
    expect(await row()).toMatchObject({ state: 'returned' })
    await take(line(number))
    expect(await row()).toMatchObject({ state: 'returned', boughtOn: '2026-11-11' })
    expect((await recorded()).countedCents).toBe(0)
    const desk = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
    expect(desk.revenue.deals.some(({ id }: { id: string }) => id === dealId)).toBe(false)
  })

  test('may say how much of an order went back: that much, and no more', async () => {
    const number = await made()
    const bought = line(number, 'approved', { 1: 'A-1', 4: 240 })
    const part = line(number, 'reversed', { 1: 'A-1', 3: '-60.00', 5: '-2.40' })
    expect((await take(part, bought)).rows).toMatchObject([
      { state: 'returned', isPart: true, value: 60 },
      { state: 'confirmed', isPart: false },
    ])
    expect(await row()).toMatchObject({ state: 'confirmed', paid: 240, saving: 160 })
    const revenue = async () =>
      (await app.as(admin).inject({ url: '/api/admin/savings' })).json().revenue.deals
    const brought = { id: dealId, purchases: 1 }
    expect(await revenue()).toContainEqual(
      expect.objectContaining({ ...brought, value: 240, commission: 9.6 }),
    )
    // Some networks take back by a purchase with a negative value; the commission falls in proportion.
    expect(
      await take(line(number, 'approved', { 1: 'A-1', 2: '2026-11-14', 3: '-120.00', 5: '' })),
    ).toMatchObject({ returned: 1, problems: [] })
    expect(await row()).toMatchObject({ state: 'confirmed', saving: 80, waitsFor: 'return' })
    expect(await revenue()).toContainEqual(
      expect.objectContaining({ ...brought, value: 120, commission: 4.8 }),
    )
    const { waiting } = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
    expect(waiting).toContainEqual(
      expect.objectContaining({ tripNumber: number, order: 300, back: 180 }),
    )
    // Without a negative amount, the whole order is returned.
    await take(line(number, 'reversed', { 1: 'A-1', 3: '60.00', 5: '2.40' }))
    expect(await row()).toMatchObject({ state: 'returned' })
    expect((await revenue()).some(({ id }: { id: string }) => id === dealId)).toBe(false)
  })

  test('rejects with its reason, and its owner cannot say otherwise', async () => {
    const number = await made()
    await say(number, { answer: 'bought', paid: 240, on: '2026-11-11' })
    const rejected = [...line(number, 'declined'), 'Voucher of another site']
    await send([rejected], {}, [...HEADINGS, 'Reason'])
    expect(await row()).toMatchObject({
      state: 'rejected',
      reason: 'Voucher of another site',
      saving: 160,
    })
    const answer = await say(number, { answer: 'bought', paid: 1, on: '2026-11-11' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'reported'])
    expect(await recorded()).toMatchObject({ countedCents: 0, rejectedCents: 16_000 })
  })

  test.each<[string, Partial<Record<number, string | number>>, string, string]>([
    ['a number that no trip has', { 0: 'T-00000-00000' }, 'Trip number', 'no trip'],
    ['what is no number', { 0: 'abc' }, 'SubID', 'is no trip number'],
    ['a day before the trip', { 2: '2026-11-08' }, 'Date', 'before the trip'],
    ['a day to come', { 2: '2126-11-09' }, 'Transaction date', 'a day to come'],
    ['a day that can be two', { 2: '10/11/2026' }, 'Transaction date', 'in two ways'],
    ['no value', { 3: '' }, 'Sale amount', 'is missing'],
    ['a value below nought', { 3: '-300' }, 'Sale amount', 'below 0'],
    ['a value of nought', { 3: '0.00', 5: '0' }, 'Sale amount', 'is nought'],
    ['an item for nothing', { 4: '0' }, 'Item price', 'is nought'],
    ['a value in words', { 3: 'much' }, 'Sale amount', 'is not a price'],
    ['an item above its order', { 4: 301 }, 'Item price', 'above the value'],
    ['a commission above its order', { 5: 301 }, 'Payout', 'above the value'],
    ['another currency', { 3: '€300' }, 'Sale amount', 'another currency'],
    ['a state that nobody knows', { 6: 'maybe' }, 'Status', 'none that we know'],
  ])('with %s says so by row, and is taken without it alone', async (_, over, column, reason) => {
    const number = await made()
    const good = await made()
    const wrong = line(number, 'approved', over)
    expect(await take(wrong, line(good))).toMatchObject({
      reportId: null,
      problemCount: 1,
      problems: [{ row: 2, column, reason: expect.stringContaining(reason) }],
    })
    expect((await recorded()).rows).toEqual([])
    const rest = (await send([wrong, line(good)], { skipBad: 'true' })).json()
    expect(rest).toMatchObject({ reportId: expect.any(String), newCount: 1, problemCount: 1 })
    expect((await recorded()).rows).toMatchObject([{ tripNumber: good, state: 'confirmed' }])
  })

  test.each(['Currency', 'Commission currency'])(
    'with another currency in its column ‘%s’ is read as no dollars',
    async (heading) => {
      const [number, good, silent] = [await made(), await made(), await made()]
      const headings = [...HEADINGS, heading]
      const lines = [
        [...line(number), 'EUR'],
        [...line(good), 'usd'],
        [...line(silent), ''],
      ]
      const taken = (await send(lines, { skipBad: 'true' }, headings)).json()
      expect(taken).toMatchObject({
        newCount: 2,
        problems: [{ row: 2, column: heading, value: 'EUR', reason: 'is not in US dollars' }],
      })
      expect((await recorded()).rows.map(({ tripNumber }) => tripNumber).sort()).toEqual(
        [good, silent].sort(),
      )
      const odd = [[...line(await made()), 'dubloons']]
      expect((await send(odd, {}, headings)).json().problems).toMatchObject([{ column: heading }])
    },
  )

  test('dated by a clock west of ours is of the day of the trip', async () => {
    const number = await made()
    expect(await take(line(number, 'approved', { 2: '2026-11-09' }))).toMatchObject({ newCount: 1 })
    expect(await row()).toMatchObject({ state: 'confirmed', boughtOn: '2026-11-10' })
  })

  test('with several rows of one order adds them up, and takes no item’s price for the piece’s', async () => {
    const number = await made()
    const [one, other] = [
      line(number, 'approved', { 1: 'A-1', 3: '100.00', 4: 90, 5: '4.00' }),
      line(number, 'approved', { 1: 'A-1', 3: '260.00', 4: 240, 5: '10.00' }),
    ]
    expect(await take(one)).toMatchObject({ newCount: 1 })
    // The whole order again, with one more row.
    expect(await take(one, other)).toMatchObject({ newCount: 1, knownCount: 1, problems: [] })
    expect(await row()).toMatchObject({ paid: 250, saving: 150, waitsFor: 'price' })
    const desk = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
    expect(desk.waiting).toContainEqual(expect.objectContaining({ tripNumber: number, order: 360 }))
    expect(desk.revenue.deals).toContainEqual(
      expect.objectContaining({ id: dealId, purchases: 1, value: 360, commission: 14 }),
    )
    await say(number, { answer: 'bought', paid: 355, on: '2026-11-11' })
    expect(await row()).toMatchObject({ paid: 355, saving: 45, waitsFor: null })
    const whole = [
      line(await made(), 'approved', { 1: 'B-1', 4: 60 }),
      line(await made(), 'approved', { 1: 'B-1', 4: 240 }),
    ].map((each, _, [first]) => [first?.[0] ?? '', ...each.slice(1)])
    expect((await take(...whole)).problems).toMatchObject([
      { row: 2, column: 'Value', reason: expect.stringContaining('several rows of one order') },
      { row: 3, column: 'Value' },
    ])
  })

  test.each([
    ['an order', 'A-1', 'is known with other numbers'],
    ['a trip without an order number', '', 'is missing, and the trip is known'],
  ])('is refused with other numbers for %s that is known', async (_, order, reason) => {
    const number = await made()
    await take(line(number, 'approved', { 1: order }))
    const again = await take(line(number, 'approved', { 1: order, 3: '900.00', 5: '40.00' }))
    expect(again.problems).toMatchObject([
      { column: 'Order number', reason: expect.stringContaining(reason) },
    ])
    const desk = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
    expect(desk.revenue.deals).toContainEqual(
      expect.objectContaining({ id: dealId, value: 300, commission: 12 }),
    )
    // An additional purchase has its own order number.
    expect(
      await take(line(number, 'approved', { 1: 'A-2', 3: '900.00', 5: '40.00' })),
    ).toMatchObject({ newCount: 1 })
  })

  test('is read below a title, and where a person says what its columns are', async () => {
    const number = await made()
    const lines = [['Ordr', 'Title'], HEADINGS.map((each) => (each === 'SubID' ? 'Our tag' : each))]
    const tried = (await send([...lines.slice(1), line(number)], {}, lines[0])).json()
    expect(tried.problems).toMatchObject([{ row: 2, column: 'Trip number' }])
    expect(tried.notes.join(' ')).toContain('The headings stand in row 2; 1 row above it was')
    expect(tried.sheet).toMatchObject({ headingRow: 2, name: null, names: [] })
    expect(tried.sheet.columns[0]).toMatchObject({ heading: 'Our tag', field: null })
    expect(tried.sheet.fields[0]).toMatchObject({ field: 'tripNumber', isNeeded: true })
    const choices = JSON.stringify({ columns: { 0: 'tripNumber' } })
    const taken = (await send([...lines.slice(1), line(number)], { choices }, lines[0])).json()
    expect(taken).toMatchObject({ newCount: 1, problems: [], reportId: expect.any(String) })
    expect(taken.sheet.columns[0]).toMatchObject({ field: 'tripNumber', isChosen: true })
    expect(await row()).toMatchObject({ state: 'confirmed' })
    const wrong = JSON.stringify({ columns: 'all' })
    expect((await send([line(number)], { choices: wrong })).statusCode).toBe(400)
  })

  test('is refused without its columns and without a network', async () => {
    const number = await made()
    const headless = (await send([['x']], {}, ['Something'])).json()
    expect(headless.problems.map(({ column }: { column: string }) => column)).toEqual([
      ...['Trip number', 'Date', 'Value', 'Commission', 'State'],
    ])
    expect((await send([line(number)], { network: '' })).statusCode).toBe(400)
  })

  test('leaves out what has no number of ours and what is not decided yet', async () => {
    const answer = await take(line(''), line(await made(), 'Pending'))
    expect(answer).toMatchObject({ newCount: 0, problemCount: 0 })
    expect(answer.notes.join(' ')).toMatch(/1 row without a trip number.*not decided yet/)
  })

  test('is taken back whole, once; the trips are as if it had not come', async () => {
    const [number, other] = [await made(), await made()]
    await say(number, { answer: 'bought', paid: 300, on: '2026-11-12' })
    const { reportId } = await take(line(number, 'approved', { 4: 240 }), line(other))
    const undo = () =>
      app.as(admin).inject({ method: 'POST', url: `/api/admin/network-reports/${reportId}/undo` })
    expect((await undo()).json()).toEqual({ trips: 2 })
    expect((await undo()).statusCode).toBe(409)
    expect(await recorded()).toMatchObject({ recordedCents: 10_000, confirmedCents: 0 })
    // It may be reported again.
    expect(await take(line(number, 'approved', { 4: 240 }))).toMatchObject({ newCount: 1 })
    expect(await recorded()).toMatchObject({ recordedCents: 0, confirmedCents: 16_000 })
  })

  test('taken back takes along what was decided of it', async () => {
    const number = await made()
    const { reportId } = await take(line(number))
    const decide = async () => {
      const { waiting } = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
      const { id } = waiting.find((each: { tripNumber: string }) => each.tripNumber === number)
      const payload = { decision: 'counts', paid: 390, reason: 'Seen on the invoice' }
      return app.as(admin).inject({ method: 'PUT', url: `/api/admin/savings/${id}`, payload })
    }
    await decide()
    expect(await row()).toMatchObject({ paid: 390, saving: 10, waitsFor: null })
    await app.as(admin).inject({
      ...{ method: 'POST', url: `/api/admin/network-reports/${reportId}/undo` },
    })
    await take(line(number, 'approved', { 1: 'A-1' }))
    expect(await row()).toMatchObject({ paid: 250, saving: 150, waitsFor: 'price' })
  })

  test('taken back takes it along too where all that is shown of it stays', async () => {
    const number = await made()
    await say(number, { answer: 'bought', paid: 240, on: '2026-11-11' })
    await say(number, { answer: 'returned' })
    const { reportId } = await take(line(number, 'approved', { 4: 240 }))
    const { waiting } = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
    const { id } = waiting.find((each: { tripNumber: string }) => each.tripNumber === number)
    const payload = { decision: 'returned', reason: 'It went back' }
    await app.as(admin).inject({ method: 'PUT', url: `/api/admin/savings/${id}`, payload })
    const entry = async () => (await app.as(member).inject({ url: '/api/savings' })).json().trips[0]
    const shown = { state: 'returned', boughtOn: '2026-11-11', paid: 240, waitsFor: null }
    expect(await entry()).toMatchObject({ outcome: shown, mayChange: [] })
    await app.as(admin).inject({
      ...{ method: 'POST', url: `/api/admin/network-reports/${reportId}/undo` },
    })
    expect(await entry()).toMatchObject({ outcome: shown, mayChange: ['bought', 'not-bought'] })
  })

  test('of an account that is gone counts as revenue only', async () => {
    const number = await made()
    await app.db.deleteFrom('users').where('id', '=', member.id).execute()
    expect(await take(line(number, 'approved', { 5: '45.00' }))).toMatchObject({
      newCount: 1,
      ownerless: 1,
    })
    expect((await recorded()).rows).toEqual([])
    const desk = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
    expect(desk.revenue.deals).toContainEqual(
      expect.objectContaining({ id: dealId, commission: 45 }),
    )
  })
})

describe('the price of what a report confirms', () => {
  test('is the item’s where the report has it, whatever its owner says', async () => {
    const number = await made()
    await say(number, { answer: 'bought', paid: 399, on: '2026-11-11' })
    await take(line(number, 'approved', { 4: 240 }))
    expect(await row()).toMatchObject({ paid: 240, saving: 160, waitsFor: null })
  })

  test('is else its owner’s, at most the order’s value', async () => {
    const number = await made()
    await say(number, { answer: 'bought', paid: 399, on: '2026-11-11' })
    await take(line(number, 'approved', { 3: '310.00' }))
    expect(await row()).toMatchObject({ paid: 310, saving: 90, waitsFor: null })
  })

  test('is else what was shown, and only then waits for a person', async () => {
    const number = await made()
    await take(line(number))
    expect(await row()).toMatchObject({
      paid: 250,
      saving: 150,
      waitsFor: 'price',
    })
    expect(await recorded()).toMatchObject({ confirmedCents: 15_000, waitingCents: 15_000 })
    const desk = (await app.as(admin).inject({ url: '/api/admin/savings' })).json()
    const waiting = desk.waiting.find(
      ({ tripNumber }: { tripNumber: string }) => tripNumber === number,
    )
    expect(waiting).toMatchObject({ waitsFor: 'price', order: 300, saving: 150 })
    const decide = (payload: object) =>
      app.as(admin).inject({ method: 'PUT', url: `/api/admin/savings/${waiting.id}`, payload })
    expect((await decide({ decision: 'counts', paid: 280 })).statusCode).toBe(400)
    const unread = await decide({ decision: 'counts', paid: '1.290', reason: 'Seen' })
    expect([unread.statusCode, unread.body]).toEqual([
      400,
      expect.stringContaining('must be a price, such as 180.00'),
    ])
    expect(
      (await decide({ decision: 'counts', paid: 280, reason: 'Seen on the invoice' })).statusCode,
    ).toBe(200)
    expect(await recorded()).toMatchObject({ confirmedCents: 12_000, waitingCents: 0 })
    expect((await decide({ decision: 'rejected', reason: 'x' })).statusCode).toBe(409)
    expect((await row()).changes.at(-1)).toMatchObject({ by: 'person', what: 'counts', paid: 280 })
  })

  test('may still be given by its owner while it waits; that it went back is looked at', async () => {
    const number = await made()
    await take(line(number))
    await say(number, { answer: 'bought', paid: 290, on: '2026-11-11' })
    expect(await row()).toMatchObject({ paid: 290, saving: 110, waitsFor: null })
    expect((await say(number, { answer: 'bought', paid: 300, on: '2026-11-11' })).statusCode).toBe(
      409,
    )
    await say(number, { answer: 'returned' })
    expect(await row()).toMatchObject({ state: 'confirmed', saving: 110, waitsFor: 'return' })
    expect(await recorded()).toMatchObject({ confirmedCents: 11_000, waitingCents: 11_000 })
  })
})
