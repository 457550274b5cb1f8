import { describe, expect, test } from 'vitest'
import { createSales } from '#app/membership/server/plans/sales.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { madeUpEvent, post } from '#test/payments/webhooks.ts'
import { createPerson, createSubscription } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { join, openBuyer, rowOf } from './buyers.ts'
import { useUnsteadyApp } from './unsteady-app.ts'

const { app, provider } = await useUnsteadyApp({
  hasPages: true,
  // A key that is not the sandbox's own, so that the product takes this for the real provider.
  environment: {
    STRIPE_SECRET_KEY: 'sk_test_of_an_account',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  },
})

const READ = /^GET \/v1\/subscriptions\/sub_/
const NO_DATE = /Invalid Date|NaN|undefined|null|1969|1970/

/** Returns the text of a page that a person reads, without the data for scripts. */
function textOf(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

async function told(subscriptionId: string) {
  const type = 'customer.subscription.updated'
  await post(app, madeUpEvent({ type, data: { object: { id: subscriptionId } } }))
}

describe('a date that is missing is left out', () => {
  type Item = Record<string, unknown>
  const withoutDates = (answer: Record<string, unknown>) => {
    const { data } = answer.items as { data: Item[] }
    const items = data.map(({ current_period_end: _, current_period_start: __, ...item }) => item)
    return { ...answer, items: { data: items }, trial_end: null, canceled_at: null, created: null }
  }

  test('when the provider names none: the last one known stands, and no page shows nonsense', async () => {
    const member = await join(app)
    const before = await member.subscription()
    provider.answer(READ, withoutDates)
    await told(member.subscriptionId)
    expect(await member.subscription()).toEqual(before)

    await app.db
      .updateTable('subscriptions')
      .set({ currentPeriodEnd: null })
      .where('id', '=', member.subscriptionId)
      .execute()
    await told(member.subscriptionId)
    expect(await member.subscription()).toMatchObject({ currentPeriodEnd: null, isMember: true })
    for (const [action, says] of [
      [undefined, /Your trial is free/i],
      ['cancel', /ends on|is ending/],
    ] as const) {
      if (action) expect((await member.act(action)).statusCode).toBe(200)
      const page = await member.browser.get('/account')
      expect(page.statusCode).toBe(200)
      expect(textOf(page.body)).toMatch(says)
      expect(textOf(page.body)).not.toMatch(NO_DATE)
    }
    await reconcile(app.ctx)
    await runJobs(app.ctx)
    for (const { text } of await readOutbox(app.ctx)) expect(text).not.toMatch(NO_DATE)
  })

  test.each(['active', 'trialing', 'canceled', 'past_due', 'unpaid', 'incomplete'])(
    'on the account page of somebody who is %s',
    async (status) => {
      for (const cancelAtPeriodEnd of [true, false]) {
        const person = await createPerson(app.ctx)
        await createSubscription(app.ctx, person, { status, cancelAtPeriodEnd })
        const page = await openBuyer(app, { person }).browser.get('/account')
        expect(page.statusCode).toBe(200)
        expect(textOf(page.body)).not.toMatch(NO_DATE)
      }
    },
  )

  test('of a subscription without an item, or with two: it is handled, and logged', async () => {
    const member = await join(app)
    const period = (await rowOf(app, member.subscriptionId)).currentPeriodEnd
    for (const count of [0, 2]) {
      provider.answer(READ, (answer) => {
        const { data } = answer.items as { data: Item[] }
        return { ...answer, items: { data: Array.from({ length: count }, () => data[0]) } }
      })
      await told(member.subscriptionId)
      expect(await rowOf(app, member.subscriptionId)).toMatchObject({
        status: 'trialing',
        plan: 'annual',
        currentPeriodEnd: period,
      })
      provider.calm()
    }
    expect(app.logLines.join('')).toContain('not exactly one item')
  })
})

test('a period that ends at this very second is paid for until the provider says otherwise', async () => {
  const member = await join(app)
  const { currentPeriodEnd } = await rowOf(app, member.subscriptionId)
  const end = currentPeriodEnd?.getTime() ?? 0
  for (const ms of [end - 1, end, end + 1]) {
    app.setNow(new Date(ms))
    expect(await member.subscription()).toMatchObject({ status: 'trialing', isMember: true })
  }
})

describe('days are those of Toronto, also when its clocks change', () => {
  // Clocks go back on November 1 and forward on March 14.
  test.each([
    ['2026-10-31', '2026-10-31T03:59:59Z', '2026-10-31T04:00:00Z', '2026-11-01T04:00:00Z'],
    ['2026-11-01', '2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
    ['2027-03-14', '2027-03-14T04:59:59Z', '2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z'],
  ])('a sale on %s alone', async (day, before, begins, over) => {
    const sales = createSales(app.ctx)
    // Days in the past are refused.
    app.setNow(new Date(before))
    await sales.set({ priceCents: 6700, firstDay: day, lastDay: day })
    const isOn = async (at: string) => {
      app.setNow(new Date(at))
      return (await openBuyer(app).open()).json().isSale
    }
    expect([await isOn(before), await isOn(begins), await isOn(over)]).toEqual([false, true, false])
    await sales.end()
  })
})

describe('the clock of this server and that of the provider', () => {
  const ALARM = 'the clock of this server is not that of the payment provider'
  const alarms = () => app.logLines.filter((line) => line.includes(ALARM)).length

  test.each([
    [10, 1],
    [-10, 1],
    [1, 0],
    [0, 0],
  ])('%i minutes apart raise %i alarm', async (minutes, raised) => {
    const before = alarms()
    app.setNow(new Date(app.payments.processor.now().getTime() + minutes * 60_000))
    await reconcile(app.ctx)
    expect(alarms() - before).toBe(raised)
  })

  test('apart: joining works all the same', async () => {
    app.setNow(new Date(app.payments.processor.now().getTime() - 3 * 60 * 60_000))
    const member = await join(app)
    expect(await member.subscription()).toMatchObject({ isMember: true })
  })
})
