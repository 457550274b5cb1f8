import { describe, expect, test } from 'vitest'
import type { MetricRows } from '#app/admin/metrics/metrics.contract.ts'
import { createDeal, createPerson, createSubscription } from '#test/support/factories.ts'
import { clickLocked, TODAY, useMetrics } from '#test/support/metrics.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const get = useMetrics(app)

describe('from teaser to paid', () => {
  const yesterday = new Date('2026-11-20T18:00:00Z')

  test('clicks on locked deals are counted by deal, and made-up ones are not', async () => {
    const [tote, coat] = [
      await createDeal(app.ctx),
      await createDeal(app.ctx, { productName: 'Coat' }),
    ]
    const { cookie, email } = await createPerson({ ...app.ctx, now: () => yesterday })
    await clickLocked(app, coat, yesterday)
    await clickLocked(app, tote, yesterday)
    await clickLocked(app, coat, new Date(yesterday.getTime() + 1000), cookie)
    await clickLocked(app, { id: 'made-up' }, yesterday)

    const { locked, lockedBefore, lockedDeals, funnel } = await get('joining?period=7d')
    expect([locked, lockedBefore, funnel.steps.locked]).toEqual([3, 0, 3])
    expect(lockedDeals).toMatchObject({
      count: 2,
      top: [
        { id: coat.id, clicks: 2 },
        { id: tote.id, clicks: 1 },
      ],
    })
    const { rows, total }: MetricRows = await get(`rows/locked?dealId=${coat.id}`)
    expect([total, rows.map(({ cells }) => cells[3])]).toEqual([
      2,
      [email, 'Visitor, or a deleted account'],
    ])
  })

  test('each step is of those before it', async () => {
    const buyer = await createPerson(app.ctx)
    const paid = await createPaidCheckout(app.ctx, { buyer, completedAt: yesterday })
    // Paid but without an account; refused as a second trial; expired; and one that never reached a page.
    await createPaidCheckout(app.ctx, { completedAt: yesterday })
    await createPaidCheckout(app.ctx, { buyer, completedAt: yesterday, status: 'trial-refused' })
    const left = await createPaidCheckout(app.ctx, { completedAt: yesterday, status: 'expired' })
    await app.db.deleteFrom('payments').where('subscriptionId', '=', left.subscriptionId).execute()
    const failed = await createPaidCheckout(app.ctx, { completedAt: yesterday, status: 'failed' })
    await app.db
      .updateTable('checkouts')
      .set({ sessionId: null })
      .where('id', '=', failed.id)
      .execute()
    // Still in the trial.
    const trial = await createPaidCheckout(app.ctx, {
      buyer: await createPerson(app.ctx),
      completedAt: yesterday,
      subscriptionStatus: 'trialing',
    })
    await app.db.deleteFrom('payments').where('subscriptionId', '=', trial.subscriptionId).execute()
    // Too long ago to count.
    await createPaidCheckout(app.ctx, { completedAt: new Date('2026-10-01T12:00:00Z') })

    const { funnel } = await get('joining?period=12m')
    expect(funnel).toEqual({
      span: { first: '2026-10-23', last: TODAY },
      steps: { locked: 0, started: 5, completed: 3, claimed: 2, paid: 1 },
      onTrial: 1,
    })
    for (const [step, count] of Object.entries(funnel.steps)) {
      if (step === 'locked') continue
      const span = 'from=2026-10-23&to=2026-11-21'
      expect((await get(`rows/checkouts?step=${step}&${span}`)).total, step).toBe(count)
    }
    const { rows }: MetricRows = await get('rows/checkouts?step=paid&from=2026-10-23')
    expect(rows.map(({ key, cells }) => [key, cells[5], cells[6]])).toEqual([
      [paid.id, buyer.email, 'Arrived'],
    ])
  })

  test('what is no longer known is not compared', async () => {
    expect(await get('joining?period=90d')).toMatchObject({ lockedBefore: null })
    expect(await get('joining?period=30d')).toMatchObject({ lockedBefore: 0 })
    expect(await get('joining?period=12m')).toMatchObject({
      lockedBefore: null,
      lockedSpan: { first: '2026-08-24', last: TODAY },
    })
  })
})

describe('members', () => {
  test('stand once each, by the subscription that decides', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 10, day))
    const person = async (...drafts: Parameters<typeof createSubscription>[2][]) => {
      const who = await createPerson(app.ctx)
      for (const draft of drafts) await createSubscription(app.ctx, who, draft)
      return who
    }
    await person()
    await person({ status: 'active' })
    await person({ status: 'active', updatedAt: at(1) }, { status: 'canceled', updatedAt: at(2) })
    await person({ status: 'active', cancelAtPeriodEnd: true })
    await person({ status: 'trialing', cancelAt: at(28) })
    await person({ status: 'trialing' })
    // Days that we gave on top of a paid period: a trial only to the provider.
    const given = await person({ status: 'trialing' })
    await app.db
      .updateTable('subscriptions')
      .set({ givenDays: 7, givenTo: 'period', trialEndsAt: at(24) })
      .where('userId', '=', given.id)
      .execute()
    await person({ status: 'canceled', updatedAt: at(1) }, { status: 'past_due', updatedAt: at(2) })
    await person({ status: 'past_due', updatedAt: at(1) }, { status: 'canceled', updatedAt: at(2) })
    await createSubscription(app.ctx, undefined, { status: 'active' })
    // A duplicate subscription does not count.
    const twice = await person({ status: 'canceled' })
    const double = await createSubscription(app.ctx, twice, { status: 'active' })
    const first = await app.db
      .selectFrom('subscriptions')
      .select('id')
      .where('userId', '=', twice.id)
      .where('status', '=', 'canceled')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('subscriptions')
      .set({ duplicateOf: first.id })
      .where('id', '=', double.id)
      .execute()

    const { members, people, standings } = await get('members')
    expect([members, people]).toEqual([6, 10])
    const counts = Object.fromEntries(
      standings.map((row: { standing: string; people: number }) => [row.standing, row.people]),
    )
    expect(counts).toEqual({
      none: 1,
      active: 3,
      ending: 2,
      trialing: 1,
      past_due: 1,
      canceled: 2,
    })
    for (const [standing, count] of Object.entries(counts)) {
      expect((await get(`rows/members?standing=${standing}`)).total).toBe(count)
    }
    expect((await get('rows/members')).total).toBe(6)
    expect((await get('rows/trials')).total).toBe(0)
    expect((await get('rows/members?standing=all')).total).toBe(10)
  })

  test('whose trial ends stand under its day, today and the six after it', async () => {
    for (const [endsAt, cancelAtPeriodEnd] of [
      ['2026-11-22T03:00:00Z', false], // over by now
      ['2026-11-22T04:59:59Z', false], // today, in Toronto
      ['2026-11-22T05:00:00Z', true],
      ['2026-11-28T04:59:59Z', false], // the seventh day
      ['2026-11-28T05:00:00Z', false], // the eighth
    ] as const) {
      const { id } = await createSubscription(app.ctx, await createPerson(app.ctx), {
        status: 'trialing',
        cancelAtPeriodEnd,
      })
      await app.db
        .updateTable('subscriptions')
        .set({ trialEndsAt: new Date(endsAt) })
        .where('id', '=', id)
        .execute()
    }
    const { trials } = await get('members')
    expect(trials).toHaveLength(7)
    expect(trials.filter(({ ending }: { ending: number }) => ending > 0)).toEqual([
      { first: '2026-11-21', last: '2026-11-21', ending: 1, leaving: 0 },
      { first: '2026-11-22', last: '2026-11-22', ending: 1, leaving: 1 },
      { first: '2026-11-27', last: '2026-11-27', ending: 1, leaving: 0 },
    ])
    const { rows, total }: MetricRows = await get('rows/trials?from=2026-11-22&to=2026-11-22')
    expect([total, rows[0]?.cells[3]]).toEqual([1, 'Leaves'])
    expect((await get('rows/trials')).total).toBe(3)
  })

  test('who have paid and made no account are waited for, the longest first', async () => {
    await createPaidCheckout(app.ctx, { buyer: await createPerson(app.ctx) })
    const late = await createPaidCheckout(app.ctx, {
      completedAt: new Date('2026-11-20T12:00:00Z'),
    })
    const early = await createPaidCheckout(app.ctx, {
      completedAt: new Date('2026-11-02T12:00:00Z'),
    })
    await createPaidCheckout(app.ctx, { status: 'open' })
    expect((await get('members')).unclaimed).toEqual({
      count: 2,
      amount: 194,
      oldestAt: '2026-11-02T12:00:00.000Z',
    })
    const { rows }: MetricRows = await get('rows/unclaimed')
    expect(rows.map(({ key, cells }) => [key, cells[1]])).toEqual([
      [early.id, early.email],
      [late.id, late.email],
    ])
  })
})
