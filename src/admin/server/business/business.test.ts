import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import type { MetricRows } from '#app/admin/metrics/metrics.contract.ts'
import { queues } from '#app/queues.ts'
import {
  DAY,
  giveDays,
  type Joined,
  join as joinAs,
  openBuyer,
  subscriptionOf,
} from '#test/checkout/buyers.ts'
import { openAdmin } from '#test/support/admin.ts'
import { runJobs } from '#test/support/jobs.ts'
import { openMetrics } from '#test/support/metrics.ts'
import { MONTHLY_CENTS } from '#test/support/offer.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPayments: true })

const YEARLY = 808
const dollars = (cents: number) => Math.round(cents) / 100

/** Advances the provider’s clock, with webhooks for everything that falls due. */
async function pass(days: number) {
  app.payments.processor.advance(days * DAY)
  await app.ctx.payments.stripe.prices.list({ limit: 1 })
  await app.payments.deliverAll()
}
const read = async (): Promise<BusinessNumbers> => (await openMetrics(app)).get('business')
const rows = async (path: string): Promise<MetricRows> =>
  (await openMetrics(app)).get(`rows/${path}`)
const moneyOf = ({ columns, rows: all }: MetricRows, label: string) => {
  const at = columns.findIndex((column) => column.label === label)
  return dollars(all.reduce((sum, { cells }) => sum + Math.round(Number(cells[at]) * 100), 0))
}
const inAll = <T>(list: T[], of: (each: T) => number) =>
  list.reduce((sum, each) => sum + of(each), 0)

/** Joins with a new card, as far as trials are concerned. */
async function join(how: Parameters<typeof joinAs>[1] = {}): Promise<Joined> {
  await app.db.deleteFrom('trials').execute()
  return joinAs(app, how)
}

test('the numbers agree with a year that the payment provider has played', async () => {
  const annual = await join()
  const monthly = await join({ plan: 'monthly' })
  const inPart = await join()
  const tried = await join()
  await join({ plan: 'monthly', card: CARDS.failsLater })
  const changed = await join({ plan: 'monthly' })
  const from = await sent({ came_from: 'www.Letters.example', next: '/deal/a-deal-of-theirs' })
  await tried.act('cancel')

  const before = await read()
  expect(before.recurring).toMatchObject({ now: { memberships: 0, monthly: 0 }, trials: 7 })
  expect(inAll(before.trials, ({ begun }) => begun)).toBe(7)
  expect(inAll(before.trials, ({ trialing }) => trialing)).toBe(7)
  expect(before.joined).toMatchObject({
    all: { joined: 7, paid: 0 },
    sites: [
      { site: null, joined: 6 },
      { site: 'letters.example', joined: 1, paid: 0 },
    ],
    places: [
      { place: null, joined: 6 },
      { place: 'deal', joined: 1 },
    ],
  })
  expect((await rows('joined?site=letters.example&place=deal&trial=yes')).rows).toMatchObject([
    {
      cells: [
        expect.any(String),
        from.email,
        'Annual',
        'Trial',
        'On trial',
        'letters.example',
        'A deal',
        'No account',
      ],
    },
  ])

  // Trials end: five pay, one was cancelled, one is declined. One payment is partly refunded.
  await pass(4)
  app.payments.processor.refund(await chargeOf(inPart), 3000)
  await app.payments.deliverAll()
  const paid = await read()
  const back = Math.round((9700 - 3000) / 12)
  const first = dollars(2 * YEARLY + back + 2 * MONTHLY_CENTS)
  expect(paid.recurring).toMatchObject({
    now: { memberships: 5, monthly: first },
    annual: { memberships: 3, monthly: dollars(2 * YEARLY + back) },
    monthly: { memberships: 2 },
    trials: 0,
    failed: 1,
  })
  expect(trialsOf(paid)).toEqual({ begun: 7, paid: 5, trialing: 0, left: 1, failed: 1 })
  expect(paid.joined.all).toEqual({ joined: 7, paid: 5 })
  const running = await rows('recurring')
  expect([running.total, moneyOf(running, 'A month')]).toEqual([5, first])
  expect(moneyOf(running, 'Sent back')).toBe(30)

  // Days that we give extend a membership, and nothing falls due sooner.
  await giveDays(app, annual, 20)
  // One changes from monthly to annual; the declined one is given up.
  await pass(40)
  await changed.act('change-plan', { plan: 'annual' })
  await app.payments.deliverAll()
  const later = await read()
  const now = dollars(3 * YEARLY + back + MONTHLY_CENTS)
  expect(later.recurring).toMatchObject({
    now: { memberships: 5, monthly: now },
    annual: { memberships: 4 },
    failed: 0,
  })
  expect(later.leaving.reasons).toEqual([
    { reason: 'not-said', trial: 1, kept: 0, back: 0, failed: 0 },
    { reason: 'payment-failed', trial: 0, kept: 0, back: 0, failed: 1 },
  ])
  expect(inAll(later.leaving.months, ({ failed }) => failed)).toBe(1)

  // One leaves, stating the reason.
  await app.ctx.payments.stripe.subscriptions.update(monthly.subscriptionId, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive' },
  })
  await app.payments.deliverAll()
  expect((await read()).recurring.leaving).toEqual({
    memberships: 1,
    monthly: dollars(MONTHLY_CENTS),
  })
  await pass(35)
  const left = await read()
  expect(left.leaving.reasons).toContainEqual({
    reason: 'too_expensive',
    trial: 0,
    kept: 1,
    back: 0,
    failed: 0,
  })
  expect(left.recurring.now).toEqual({
    memberships: 4,
    monthly: dollars(3 * YEARLY + back),
  })
  expect((await rows('left?outcome=failed')).total).toBe(1)
  expect((await rows('left?reason=too_expensive')).rows).toMatchObject([
    { cells: expect.arrayContaining([monthly.email, 'Too expensive', 'Paid, nothing sent back']) },
  ])

  // A year later: whoever was given days is not due yet, and was a member throughout.
  await pass(300)
  const year = await read()
  expect(year.recurring.now.memberships).toBe(4)
  expect(cohorts(year, 'annual', 0)).toEqual({ due: 2, renewed: 2 })
  await pass(20)
  const end = await read()
  expect(cohorts(end, 'annual', 0)).toEqual({ due: 3, renewed: 3 })
  expect(end.recurring.now).toMatchObject({ memberships: 4, monthly: dollars(4 * YEARLY) })
  // Monthly: both renewed once; then one changed to annual, which renews, and one left.
  expect(cohorts(end, 'monthly', 0)).toEqual({ due: 2, renewed: 2 })
  expect(cohorts(end, 'monthly', 3)).toEqual({ due: 2, renewed: 1 })
  expect(cohorts(end, 'monthly', 11)).toEqual({ due: 2, renewed: 1 })
  expect((await rows('cohort?interval=month')).total).toBe(2)
  // The past stays the same: the end of a month is computed from the payments of that time.
  const day = end.recurring.months.find(({ memberships }) => memberships === 5)
  const then = await rows(`recurring?to=${day?.on}`)
  expect([then.total, moneyOf(then, 'A month')]).toEqual([5, day?.monthly])

  async function sent(wish: object) {
    await app.db.deleteFrom('trials').execute()
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin(wish)
    app.payments.pay(sessionId, buyer.email)
    await buyer.verify(sessionId)
    await buyer.complete(sessionId)
    return { ...buyer, subscriptionId: await subscriptionOf(app, sessionId) }
  }
})

test('of a large club the page reads what the clock has counted last, and says as of when', async () => {
  const { cookie } = await openAdmin(app, 'Ada')
  const ask = () => app.as({ cookie }).inject({ url: '/api/admin/figures/business' })
  expect((await ask()).json()).toMatchObject({ isKept: false })
  await sql`
    insert into subscriptions (id, status, plan, created_at)
    select 'large-' || n, 'past_due', 'annual', now() from generate_series(1, 50000) n
  `.execute(app.db)
  const first = await ask()
  expect(first.statusCode, first.body).toBe(503)
  expect(first.json()).toMatchObject({ code: 'being-counted' })
  expect((await ask()).statusCode).toBe(503)
  // The request has triggered the count.
  const only = { 'business-numbers': queues['business-numbers'] } as typeof queues
  await runJobs(app.ctx, { everything: true, queues: only })
  const counted: BusinessNumbers = (await ask()).json()
  expect(counted).toMatchObject({ isKept: true })
  expect(counted.recurring.failed).toBeGreaterThanOrEqual(50_000)
  // The next request does not count again; the clock does, in the single row of its day.
  await app.db.deleteFrom('subscriptions').where('id', '=', 'large-1').execute()
  await sql`insert into subscriptions (id, status, plan) values ('large-paused', 'paused', 'annual')`.execute(
    app.db,
  )
  expect((await ask()).json()).toEqual(counted)
  await queues['business-numbers']?.work(app.ctx, {})
  const next: BusinessNumbers = (await ask()).json()
  expect(next.recurring.failed).toBe(counted.recurring.failed - 1)
  expect(next.recurring.paused).toBe(counted.recurring.paused + 1)
  expect(next.at >= counted.at).toBe(true)
  expect(await app.db.selectFrom('businessDays').select('day').execute()).toHaveLength(1)
  // A row of another version of the product is counted again.
  await app.db.updateTable('businessDays').set({ numbers: '{}' }).execute()
  expect((await ask()).statusCode).toBe(503)
})

function trialsOf({ trials }: BusinessNumbers) {
  const sum = (key: 'begun' | 'paid' | 'trialing' | 'left' | 'failed') =>
    inAll(trials, (week) => week[key])
  return {
    begun: sum('begun'),
    paid: sum('paid'),
    trialing: sum('trialing'),
    left: sum('left'),
    failed: sum('failed'),
  }
}

function cohorts({ renewals }: BusinessNumbers, plan: 'annual' | 'monthly', number: number) {
  const of = renewals[plan].map((cohort) => cohort.renewals[number])
  return {
    due: inAll(of, (each) => each?.due ?? 0),
    renewed: inAll(of, (each) => each?.renewed ?? 0),
  }
}

async function chargeOf({ subscriptionId }: Joined): Promise<string> {
  const { stripe } = app.ctx.payments
  const { customer } = await stripe.subscriptions.retrieve(subscriptionId)
  const { data } = await stripe.charges.list({ customer: String(customer) })
  return String(data[0]?.id)
}
