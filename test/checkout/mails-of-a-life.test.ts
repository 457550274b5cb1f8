import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { createDeal } from '#test/support/factories.ts'
import { freePort } from '#test/support/free-port.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { createTestApp, type TestApp, useTestApp } from '#test/support/test-app.ts'
import { changeCardTo, DAY, giveDays, type Joined, join, openBuyer } from './buyers.ts'

const app = useTestApp({ hasPayments: true })
beforeAll(() => createDeal(app.ctx, { productName: 'Halcyon cape', domain: 'halcyon.example' }))
beforeEach(() => app.db.deleteFrom('trials').execute())

const HOUR = 60 * 60

/** Advances the clock, delivers the webhooks twice, reconciles and sends the due mails. */
async function pass(seconds: number) {
  app.payments.processor.advance(seconds)
  await app.payments.deliverAll()
  for (const { event } of app.payments.processor.events().slice(0, 20)) {
    app.payments.processor.resend(event.id)
  }
  await app.payments.deliverAll()
  await reconcile(app.ctx)
  await reconcile(app.ctx)
  await runJobs(app.ctx, { everything: true })
}

async function mailsOf({ email, subscriptionId }: Joined) {
  const rows = await app.db
    .selectFrom('mails')
    .select(['key', 'template', 'recipient', 'state'])
    .where('recipient', '=', email)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  expect(rows.filter(({ state }) => state === 'queued')).toEqual([])
  const sent = rows.filter(({ state }) => state === 'sent')
  return {
    templates: sent.map(({ template }) => template),
    keys: rows.map(({ key }) => key),
    subscriptionId,
  }
}

describe('a whole life writes each mail once', () => {
  test('from the trial over a payment that fails and recovers to the end', async () => {
    const member = await join(app, { plan: 'monthly' })
    await pass(0)
    expect((await mailsOf(member)).templates.toSorted()).toEqual(['trial-started', 'welcome'])

    await pass(2 * DAY - HOUR)
    expect((await mailsOf(member)).templates).not.toContain('trial-ends-tomorrow')
    await pass(2 * HOUR)
    expect((await mailsOf(member)).templates.at(-1)).toBe('trial-ends-tomorrow')

    await pass(DAY + 2 * HOUR)
    expect((await mailsOf(member)).templates.at(-1)).toBe('receipt')

    await changeCardTo(app, member, CARDS.failsLater)
    await pass(31 * DAY + 2 * HOUR)
    expect((await mailsOf(member)).templates.at(-1)).toBe('payment-failed')
    await pass(3 * DAY)
    await changeCardTo(app, member, CARDS.alsoGood)
    await pass(HOUR)
    expect((await mailsOf(member)).templates.at(-1)).toBe('receipt')

    await member.act('cancel')
    await pass(0)
    expect((await mailsOf(member)).templates.at(-1)).toBe('cancelled')
    await pass(32 * DAY)
    const { templates, keys, subscriptionId } = await mailsOf(member)
    expect(templates.toSorted()).toEqual(
      [
        'cancelled',
        'ended',
        'payment-failed',
        'receipt',
        'receipt',
        'trial-ends-tomorrow',
        'trial-started',
        'welcome',
      ].toSorted(),
    )
    expect(keys).toContain(`trial-started:${subscriptionId}`)
    expect(keys).toContain(`ended:${subscriptionId}`)
  })

  test('the receipt of what was paid late names the period of its invoice, not one from that day on', async () => {
    const member = await join(app, { card: CARDS.failsLater })
    await pass(3 * DAY + 2 * HOUR)
    await pass(4 * DAY)
    await changeCardTo(app, member, CARDS.alsoGood)
    await pass(HOUR)
    const receipt = (await readOutbox(app.ctx)).findLast(
      ({ to, subject }) => to?.[0]?.address === member.email && subject?.startsWith('Your receipt'),
    )
    const { periodFrom, periodTo, paidAt } = await app.db
      .selectFrom('payments')
      .select(['periodFrom', 'periodTo', 'paidAt'])
      .where('subscriptionId', '=', member.subscriptionId)
      .executeTakeFirstOrThrow()
    const [from, to] = [periodFrom, periodTo].map((at) => formatDateAt(at ?? ''))
    expect(formatDateAt(paidAt)).not.toBe(from)
    expect(receipt?.text).toContain(`${from} – ${to}`)
  })

  test('of a year that renews one is told a month before, with the day and the price, once for each year', async () => {
    const member = await join(app)
    await pass(3 * DAY + 2 * HOUR)
    const told = async () => {
      const { templates } = await mailsOf(member)
      return templates.filter((each) => each === 'renewal-coming').length
    }
    await pass(334 * DAY)
    expect(await told()).toBe(0)
    await pass(DAY)
    expect(await told()).toBe(1)
    const { currentPeriodEnd } = await app.db
      .selectFrom('subscriptions')
      .select('currentPeriodEnd')
      .where('id', '=', member.subscriptionId)
      .executeTakeFirstOrThrow()
    const mail = (await readOutbox(app.ctx)).find(
      ({ to, subject }) => to?.[0]?.address === member.email && subject?.includes('renews'),
    )
    expect(mail?.subject).toBe(`Your membership renews on ${formatDateAt(currentPeriodEnd ?? '')}`)
    expect(mail?.text).toMatch(/Amount: +\$97\.00/)

    await pass(20 * DAY)
    // Free days move the renewal a little and are announced by a mail of their own.
    await giveDays(app, member, 7)
    await pass(DAY)
    expect(await told()).toBe(1)
    expect((await mailsOf(member)).templates.at(-1)).toBe('days-given')
    await pass(17 * DAY)
    expect((await mailsOf(member)).templates.at(-1)).toBe('receipt')
    await pass(300 * DAY)
    expect(await told()).toBe(1)
    await pass(37 * DAY)
    expect(await told()).toBe(2)
  })

  test.each([
    ['by the month', { plan: 'monthly' as const }, false],
    ['by the year, and is leaving', { plan: 'annual' as const }, true],
  ])('who pays %s is not told that a year renews', async (_, draft, isLeaving) => {
    const member = await join(app, draft)
    await pass(3 * DAY + 2 * HOUR)
    if (isLeaving) await member.act('cancel')
    await pass(340 * DAY)
    expect((await mailsOf(member)).templates).not.toContain('renewal-coming')
  })

  test('a trial that is cancelled is neither reminded of nor charged', async () => {
    const member = await join(app)
    await member.act('cancel')
    await pass(2 * DAY + HOUR)
    await pass(2 * DAY)
    expect((await mailsOf(member)).templates.toSorted()).toEqual(
      ['cancelled', 'ended', 'trial-started', 'welcome'].toSorted(),
    )
  })

  test('changing one’s mind is told of each time, and dunning that fails ends with one mail', async () => {
    const member = await join(app, { card: CARDS.failsLater })
    for (let time = 0; time < 2; time += 1) {
      await member.act('cancel')
      await pass(61)
      await member.act('resume')
      await pass(61)
    }
    await pass(3 * DAY + 2 * HOUR)
    await pass(4 * DAY)
    await pass(14 * DAY)
    const { templates } = await mailsOf(member)
    expect(templates.filter((each) => each === 'cancelled')).toHaveLength(2)
    expect(templates.filter((each) => each === 'payment-failed')).toHaveLength(1)
    expect(templates.filter((each) => each === 'ended')).toHaveLength(1)
    expect(templates).not.toContain('receipt')
  })
})

test('no mail holds what only members may see, or a secret of the payment', async () => {
  await join(app)
  await pass(0)
  const mails = await readOutbox(app.ctx)
  expect(mails.length).toBeGreaterThan(1)
  for (const { subject, text, html, headers } of mails) {
    const all = [subject, text, html, JSON.stringify(headers)].join('\n')
    expect(all).not.toMatch(
      /halcyon|cs_test_|cus_|sub_|pi_|checkout_token|Invalid Date|undefined|NaN/,
    )
  }
})

describe('while the mail server is down', () => {
  let cutOff: TestApp
  beforeAll(async () => {
    const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`
    cutOff = await createTestApp({ hasPayments: true, environment: { SMTP_URL } })
  })
  afterAll(() => cutOff.close())

  test('joining works, and the mails wait', async () => {
    const buyer = openBuyer(cutOff)
    const sessionId = await buyer.begin()
    cutOff.payments.pay(sessionId, buyer.email)
    await cutOff.payments.deliverAll()
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
    const { worked, failed } = await runJobs(cutOff.ctx)
    expect([worked > 0, failed]).toEqual([true, worked])
    expect(await buyer.subscription()).toMatchObject({ isMember: true })
    const waiting = cutOff.db.selectFrom('mails').select('template').where('state', '=', 'queued')
    expect((await waiting.execute()).map(({ template }) => template).toSorted()).toEqual([
      'finish-account',
      'trial-started',
      'welcome',
    ])
  })
})
