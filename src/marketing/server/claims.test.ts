import { beforeEach, expect, test } from 'vitest'
import type { CountedClaim } from '#app/marketing/claims.contract.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { announceDeals, createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { claimsQueue } from './claims.ts'

const app = useTestApp({ hasPages: true })
const NOW = new Date('2026-11-20T15:00:00Z')
const TODAY = businessDay(NOW)
let dealId: string

beforeEach(async () => {
  app.setNow(NOW)
  for (const table of ['ledgerRows', 'trips', 'payments', 'subscriptions', 'reports'] as const) {
    await app.db.deleteFrom(table).execute()
  }
  await app.db.deleteFrom('users').execute()
  await app.db.deleteFrom('deals').execute()
  const priced = { originalPriceCents: 10_000, salePriceCents: 6000, isPriceProven: true }
  ;({ id: dealId } = await createDeal(app.ctx, priced))
  await announceDeals(app.ctx)
})

const claims = async (): Promise<Record<string, CountedClaim>> => {
  const answer = await app.inject({ url: '/api/claims' })
  return Object.fromEntries(answer.json().claims.map((each: CountedClaim) => [each.name, each]))
}
const count = () => claimsQueue.work(app.ctx)

/** Adds members whose first payment was this many days ago, each with a saving confirmed today. */
async function addMembers(count: number, { paidDaysAgo = 400, cents = 5000, offset = 0 } = {}) {
  const numbers = Array.from({ length: count }, (_, index) => offset + index)
  const id = (what: string, number: number) => `${what}-${number}`
  const daysAgo = new Date(NOW.getTime() - paidDaysAgo * 86_400_000)
  await app.db
    .insertInto('users')
    .values(numbers.map((n) => ({ id: id('u', n), email: `${n}@people.test`, passwordHash: 'x' })))
    .execute()
  await app.db
    .insertInto('subscriptions')
    .values(
      numbers.map((n) => ({
        ...{ id: id('s', n), userId: id('u', n), status: 'active', plan: 'annual' as const },
        ...{ cancelAtPeriodEnd: false },
      })),
    )
    .execute()
  await app.db
    .insertInto('payments')
    .values(
      numbers.map((n) => ({
        ...{ invoiceId: id('i', n), subscriptionId: id('s', n), userId: id('u', n) },
        ...{ amountCents: 9700, currency: 'usd', paidAt: daysAgo },
      })),
    )
    .execute()
  await addRows(numbers.map((n) => ({ userId: id('u', n), savingCents: cents })))
}

type Row = {
  userId: string
  savingCents: number
  state?: 'recorded' | 'returned'
  boughtOn?: string
  waitsFor?: 'price'
}
async function addRows(rows: Row[]) {
  await app.db
    .insertInto('ledgerRows')
    .values(
      rows.map((row, index) => ({
        ...{
          id: `${row.userId} ${index} ${row.state} ${row.boughtOn}`,
          dealId: `${dealId}${index}${row.state}${row.boughtOn}`,
        },
        ...{ state: 'confirmed' as const, boughtOn: TODAY, ...row },
      })),
    )
    .execute()
}

test('what members saved is said from fifty members on, of confirmed purchases alone', async () => {
  await addMembers(49)
  await count()
  const few = await claims()
  for (const name of ['monthSavings', 'averageSavings', 'yearlySavings']) {
    expect(few[name], name).toMatchObject({ figure: null, isSample: false })
    expect(few[name]?.because, name).toMatch(/Said from 50 members .* there are 49\./)
    expect(few[name]?.values, name).toEqual({ members: 49 })
  }
  await addMembers(1, { offset: 49, cents: 30_000 })
  // None of these counts as a confirmed purchase of this month.
  await addRows([
    { userId: 'u-1', savingCents: 90_000, state: 'recorded' },
    { userId: 'u-1', savingCents: 90_000, state: 'returned' },
    { userId: 'u-1', savingCents: 90_000, waitsFor: 'price' },
    { userId: 'u-1', savingCents: 1000, boughtOn: addDays(TODAY, -25) },
    { userId: 'u-1', savingCents: 70_000, boughtOn: addDays(TODAY, -380) },
  ])
  await count()
  expect(await claims()).toMatchObject({
    monthSavings: { figure: '$2,750', since: '2026-11-01', values: { members: 50, total: 2750 } },
    averageSavings: { figure: '$55', values: { average: 55 } },
    yearlySavings: { figure: '$55', because: null, values: { members: 50, average: 55.2 } },
  })
  const { body } = await app.inject({ url: '/sign-in' })
  expect(body).toContain('saved per year on average')
})

test('a year that is not full counts for no year', async () => {
  await addMembers(50, { paidDaysAgo: 364 })
  await count()
  const told = await claims()
  expect(told.yearlySavings?.figure).toBeNull()
  expect(told.monthSavings?.figure).toBe('$2,500')
})

test('who had all of it back has paid for no year', async () => {
  await addMembers(50)
  await app.db.updateTable('payments').set({ refundedCents: 9700 }).execute()
  await count()
  expect((await claims()).yearlySavings?.figure).toBeNull()
})

test('checks and reports are counted with how fast', async () => {
  const { id } = await createDeal(app.ctx)
  await announceDeals(app.ctx)
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
  await app.db.deleteFrom('dealChecks').execute()
  const retailer = await app.db.selectFrom('deals').select('retailerId').executeTakeFirstOrThrow()
  const look = {
    ...retailer,
    url: 'https://shop.example/',
    host: 'shop.example',
    dueAt: NOW,
    found: null,
  }
  await app.db
    .insertInto('dealChecks')
    .values([
      { ...look, dealId, certainAt: hoursAgo(23) },
      { ...look, dealId: id, certainAt: hoursAgo(25) },
    ])
    .execute()
  const report = {
    dealId,
    userId: null,
    isEvidence: true,
    reportedOn: TODAY,
    kind: 'gone' as const,
  }
  await app.db
    .insertInto('reports')
    .values([
      { ...report, reportedAt: hoursAgo(10), answeredAt: hoursAgo(7), outcome: 'noted' },
      { ...report, reportedAt: hoursAgo(30), answeredAt: hoursAgo(10), outcome: 'noted' },
      { ...report, reportedAt: hoursAgo(3) },
      { ...report, reportedAt: hoursAgo(31 * 24), answeredAt: NOW, outcome: 'noted' },
    ])
    .execute()
  await count()
  expect(await claims()).toMatchObject({
    checkedDeals: { figure: '50%', values: { checked: 1, deals: 2 } },
    answeredReports: { figure: '2 of 3, half of them within 3 hours' },
  })
})

test('nothing is counted for whoever asks, and the page says when it was', async () => {
  await count()
  const before = await claims()
  app.setNow(new Date(NOW.getTime() + 5 * 60_000))
  await addMembers(60)
  const after = await claims()
  expect(after.monthSavings).toEqual(before.monthSavings)
  const { body, statusCode } = await app.inject({ url: '/how-we-count' })
  expect(statusCode).toBe(200)
  for (const name of Object.keys(after)) expect(body).toContain(`id="${name}"`)
  expect(body).toContain('Said from 50 members')
  // Sample copy must not appear where samples are off.
  expect(body).not.toContain('$1,754')
  expect(after.firstYearSavings).toMatchObject({ figure: null, countedAt: null })
})

test('each figure of a page that sells leads to how it is counted', async () => {
  const { body } = await app.inject({ url: '/' })
  for (const name of ['retailers', 'brands', 'discounts']) {
    expect(body).toContain(`href="/how-we-count#${name}"`)
  }
})
