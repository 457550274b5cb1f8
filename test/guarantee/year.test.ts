import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guaranteeInWords } from '#app/guarantee/guarantee.copy.ts'
import type { ClaimList } from '#app/guarantee/guarantee.facts.ts'
import { readGuaranteeDesk } from '#app/guarantee/server/desk.ts'
import { guaranteeMails } from '#app/guarantee/server/letters.ts'
import { payBack } from '#app/guarantee/server/refunds.ts'
import { sweepGuarantees } from '#app/guarantee/server/sweep.ts'
import { priceIdOf } from '#app/membership/server/plans/prices.ts'
import { cancelDuplicates } from '#app/membership/server/subscription/sync.ts'
import { newId } from '#app/server/ids.ts'
import { addDays, businessDay, DAY_MS } from '#app/shared/dates.ts'
import { endAllLives } from '#test/payments/life.ts'
import { leave } from '#test/privacy/leaving.ts'
import { createDeal } from '#test/support/factories.ts'
import { createPayer } from '#test/support/paying/payer.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { livesOf, withRefunds } from './lives.ts'

const app = useTestApp({
  hasPayments: true,
  environment: { GUARANTEE_ALARM_CENTS: '100000000' },
})

let life: ReturnType<typeof livesOf>
beforeEach(() => {
  life = livesOf(app)
})
// A membership that stays open at the provider slows down every leap of its clock.
afterEach(() => endAllLives(app))

const TWELVE = Array.from({ length: 12 }, () => [1200])

/** Records purchases that a member reports. */
async function bought(
  { id: userId }: { id: string },
  row: { savingCents: number; boughtOn: string },
) {
  const { id: dealId } = await createDeal(app.ctx)
  await app.db
    .insertInto('ledgerRows')
    .values({
      ...{ id: newId(), userId, dealId, state: 'recorded', paidCents: 10_000, ...row },
      ...{ tripNumber: null, noughtWhy: null, waitsFor: null, reason: null },
      ...{ said: null, saidPaidCents: null, saidOn: null, saidAt: null },
      ...{ decided: null, decidedCents: null, decidedWhy: null, decidedAt: null },
    })
    .execute()
}

const mailsTo = ({ email }: { email: string }, template: string) =>
  app.db
    .selectFrom('mails')
    .select('recipient')
    .where('template', '=', template)
    .where('recipient', '=', email)
    .execute()

/** Returns the desk's entries with the reason why each is refused. */
async function desk(list: ClaimList) {
  const { entries } = await readGuaranteeDesk(app.ctx, { list, page: 1 })
  return entries.map(({ email, state, refusal }) => [email, state, refusal])
}

async function yearsToCome(): Promise<number> {
  const { months } = await readGuaranteeDesk(app.ctx, { list: 'meters', page: 1 })
  return months.reduce((sum, { years }) => sum + years, 0)
}

describe('a first year that has saved too little', () => {
  test('is read although those of others cannot be', async () => {
    const others = [await life.join(), await life.join(), await life.join()]
    const member = await life.join()
    const { stripe } = life
    const invoices = new Proxy(stripe.invoices, {
      get: (real, name) => {
        if (name !== 'list') return Reflect.get(real, name).bind(real)
        return (params: { subscription: string }) =>
          others.some(({ subscriptionId }) => subscriptionId === params.subscription)
            ? { autoPagingToArray: () => Promise.reject(new Error('nobody can read them')) }
            : real.list(params)
      },
    })
    const library = new Proxy(stripe, {
      get: (real, name) => (name === 'invoices' ? invoices : Reflect.get(real, name)),
    })
    const whose = [...others, member].map(({ id }) => ({ userId: id }))
    await app.db.insertInto('guaranteeChanges').values(whose).execute()
    await sweepGuarantees({ ...app.ctx, payments: { ...app.ctx.payments, stripe: library } })
    const left = await app.db.selectFrom('guaranteeChanges').select('userId').execute()
    expect(left).toEqual(others.map(({ id }) => ({ userId: id })))
  })

  test('is behind from what was heard of a payment until that is read', async () => {
    const member = await createPayer(app)
    expect(await life.state(member)).toMatchObject({ state: 'none', isBehind: true })
    await life.settle()
    expect(await life.state(member)).toMatchObject({ state: 'running', isBehind: false })
  })

  test('paid at once comes back at once, and once', async () => {
    const member = await life.join()
    expect(await life.state(member)).toMatchObject({ state: 'running', paidMonths: 12, meter: 0 })
    await expect(life.claim(member)).rejects.toMatchObject({ status: 409, code: 'claim-not-open' })
    const told = () => mailsTo(member, 'guarantee-below')
    // With all of the provider's webhooks on the way.
    for (const [days, mails] of [
      [250, 0],
      [30, 1],
      [1, 1],
      [60, 2],
      [25, 2],
    ] as const) {
      await life.pass(days)
      expect(await told()).toHaveLength(mails)
    }
    expect(await life.state(member)).toMatchObject({
      state: 'open',
      toPay: 97,
      goesOn: true,
      payments: [{ amount: 97, due: 97, card: { brand: 'visa', last4: '4242' } }],
    })
    await life.claim(member)
    expect(await life.state(member)).toMatchObject({ state: 'paying', toPay: 97 })
    await life.expectPaid(member, 9700)
    await life.claim(member)
    await life.expectPaid(member, 9700)
    expect(await life.givenBack(member)).toEqual([[9700]])
    // The second year is paid for and carries no guarantee.
    await life.pass(370)
    expect(await life.state(member)).toMatchObject({ state: 'paid', paidBack: 97 })
  })

  test('paid month by month comes back month by month', async () => {
    const member = await life.join({ plan: 'monthly' })
    await life.pass(100)
    expect(await life.state(member)).toMatchObject({ state: 'running', paidMonths: 4 })
    await life.passYear(member)
    expect(await life.state(member)).toMatchObject({ state: 'open', toPay: 144 })
    await life.claim(member)
    await life.expectPaid(member, 12 * 1200)
    expect(await life.givenBack(member)).toEqual(TWELVE)
  })

  test('whose payments paused ends later, and what was never charged is not paid back', async () => {
    const member = await life.join({ plan: 'monthly' })
    const { endsAt: first } = await life.row(member)
    await life.pass(70)
    const { subscriptionId } = member
    await life.stripe.subscriptions.update(subscriptionId, {
      pause_collection: { behavior: 'void' },
    })
    const dayIn = (days: number) =>
      businessDay(new Date(app.payments.processor.now().getTime() + days * DAY_MS))
    await bought(member, { savingCents: 6000, boughtOn: dayIn(-9) })
    await bought(member, { savingCents: 9000, boughtOn: dayIn(45) })
    await life.pass(62)
    await life.stripe.subscriptions.update(subscriptionId, { pause_collection: '' })
    await life.pass(40)
    await bought(member, { savingCents: 1000, boughtOn: dayIn(-9) })
    // Purchases during the pause belong to no paid month.
    expect(await life.state(member)).toMatchObject({
      meter: 70,
      savings: [{ saving: 10 }, { saving: 60 }],
    })
    const { endsAt: later } = await life.row(member)
    const days = (Number(later) - Number(first)) / (24 * 60 * 60 * 1000)
    expect(days).toBeGreaterThan(57)
    expect(days).toBeLessThan(63)
    await life.passYear(member)
    await life.claim(member)
    await life.expectPaid(member, 12 * 1200)
    expect(await life.givenBack(member)).toEqual(TWELVE)
  })

  test('with a month that was paid late, by another card, goes back to both cards', async () => {
    const member = await life.join({ plan: 'monthly' })
    await life.pass(5)
    const portal = async (number: string) => {
      const { customer } = await life.stripe.subscriptions.retrieve(member.subscriptionId)
      const { id } = await life.stripe.billingPortal.sessions.create({
        customer: String(customer),
        return_url: 'http://localhost/account',
      })
      app.payments.processor.replaceCard(id, { number, expMonth: 12, expYear: 2070, cvc: '123' })
      await life.settle()
    }
    await portal(CARDS.failsLater)
    await life.pass(28)
    expect(await life.state(member)).toMatchObject({ state: 'running', paidMonths: 1 })
    await portal(CARDS.alsoGood)
    expect(await life.state(member)).toMatchObject({ paidMonths: 2 })
    await life.passYear(member)
    const { payments } = await life.state(member)
    expect(payments.map(({ card }) => card?.last4)).toEqual([
      '4242',
      ...Array.from({ length: 11 }, () => '4444'),
    ])
    await life.claim(member)
    await life.expectPaid(member, 12 * 1200)
    expect(await life.givenBack(member)).toEqual(TWELVE)
  })

  test('is not made whole by a second membership that was paid back by itself', async () => {
    const member = await life.join({ plan: 'monthly' })
    const { subscriptionId } = await life.join()
    await app.db
      .updateTable('subscriptions')
      .set({ userId: member.id, duplicateOf: member.subscriptionId })
      .where('id', '=', subscriptionId)
      .execute()
    await cancelDuplicates(app.ctx, subscriptionId)
    await life.settle()
    expect(await life.givenBack({ subscriptionId })).toEqual([[9700]])
    expect(await life.state(member)).toMatchObject({ state: 'running', paidMonths: 1 })
  })

  test('of which a part went back comes back without it', async () => {
    const member = await life.join()
    const [charge] = await life.refundsOf(member)
    app.payments.processor.refund(String(charge?.id), 1050)
    await life.settle()
    await life.passYear(member)
    expect(await life.state(member)).toMatchObject({
      state: 'open',
      toPay: 86.5,
      payments: [{ amount: 97, refunded: 10.5, due: 86.5 }],
    })
    await life.claim(member)
    await life.work()
    // The state is right at once, because the mail is written now.
    expect(await life.state(member)).toMatchObject({ payments: [{ refunded: 10.5, due: 86.5 }] })
    await life.expectPaid(member, 8650)
    expect(await life.givenBack(member)).toEqual([[8650, 1050]])
  })

  test('that had gone back otherwise, which the bank returned, comes back after all', async () => {
    const member = await life.join()
    await life.passYear(member)
    await life.claim(member)
    const [charge] = await life.refundsOf(member)
    // Somebody else refunds it before we do.
    app.payments.processor.refund(String(charge?.id))
    await life.work()
    await life.settle()
    expect(await life.state(member)).toMatchObject({ state: 'refused', refusal: 'paid-back' })
    const [refund] = app.payments.processor.objects('refund')
    app.payments.processor.failRefund(String(refund?.id))
    await life.settle()
    expect(await life.state(member)).toMatchObject({ state: 'open', toPay: 97 })
    await life.claim(member)
    await life.expectPaid(member, 9700)
  })

  test('of who has had a fee back before, by address or card, is none', async () => {
    const [member, other] = [await life.join(), await life.join()]
    await life.passYear(member)
    await life.claim(member)
    await life.expectPaid(member, 9700)
    // A year that had begun by then keeps its guarantee.
    expect(await life.state(other)).toMatchObject({ state: 'open' })
    expect((await leave(app, member)).statusCode).toBe(200)
    await life.pass(1)
    // The same card; the old address with another card; and neither.
    const again = await createPayer(app)
    const renamed = await createPayer(app, { card: CARDS.alsoGood })
    const { email } = member
    await app.db.updateTable('users').set({ email }).where('id', '=', renamed.id).execute()
    const stranger = await createPayer(app, { card: CARDS.anotherGood })
    await life.settle()
    expect(await life.state(again)).toMatchObject({ state: 'had', endsOn: null, payments: [] })
    expect(await life.state(renamed)).toMatchObject({ state: 'had' })
    expect(await life.state(stranger)).toMatchObject({ state: 'running' })
    await expect(life.claim(again)).rejects.toMatchObject({ status: 409 })
  })

  test('of who has asked before and was refused is one like any other', async () => {
    const member = await life.join()
    const [charge] = await life.refundsOf(member)
    app.payments.processor.refund(String(charge?.id))
    await life.passYear(member)
    await life.claim(member)
    expect(await life.state(member)).toMatchObject({ state: 'refused' })
    await life.pass(1)
    // The same card.
    const again = await createPayer(app)
    await life.settle()
    expect(await life.state(again)).toMatchObject({ state: 'running' })
  })

  test('counts what was bought from its first day in Toronto on, and on the last before it ends', async () => {
    // Late in the evening, when the next day has already begun in other time zones.
    await life.pass(((27 - app.payments.processor.now().getUTCHours()) % 24) / 24)
    const member = await life.join()
    const { startsAt, endsAt } = await life.row(member)
    const first = businessDay(startsAt as Date)
    const after = businessDay(endsAt as Date)
    for (const [boughtOn, savingCents] of [
      [addDays(first, -1), 100],
      [first, 1000],
      [addDays(after, -1), 2000],
      [after, 400],
    ] as const) {
      await bought(member, { savingCents, boughtOn })
    }
    expect(await life.state(member)).toMatchObject({ meter: 30 })
  })

  test('all of which went back is refused', async () => {
    const member = await life.join()
    const [charge] = await life.refundsOf(member)
    app.payments.processor.refund(String(charge?.id))
    await life.settle()
    // No refund is due at its end, and no mail says so.
    await life.pass(280)
    const { text } = guaranteeInWords(await life.state(member))
    expect(text).toContain('there is no fee to have back')
    expect(await mailsTo(member, 'guarantee-below')).toEqual([])
    await life.passYear(member)
    await life.claim(member)
    expect(await life.state(member)).toMatchObject({ state: 'refused', refusal: 'paid-back' })
    await life.work()
    expect(await life.givenBack(member)).toEqual([[9700]])
  })

  test('with a chargeback is refused, and opens again for sixty days when we win it', async () => {
    const member = await life.join()
    await life.passYear(member)
    const [charge] = await life.refundsOf(member)
    app.payments.processor.openDispute(String(charge?.id))
    await life.settle()
    await life.claim(member)
    expect(await life.state(member)).toMatchObject({ state: 'refused', refusal: 'chargeback-open' })
    await life.pass(70)
    expect(await life.state(member)).toMatchObject({ state: 'refused', refusal: 'chargeback-open' })
    const [dispute] = app.payments.processor.objects('dispute')
    app.payments.processor.closeDispute(String(dispute?.id), 'won')
    await life.settle()
    expect(await life.state(member)).toMatchObject({ state: 'open', toPay: 97 })
    expect(await desk('open')).toContainEqual([member.email, 'open', null])
    expect((await desk('refused')).map(([email]) => email)).not.toContain(member.email)
    await life.pass(58)
    await life.claim(member)
    await life.expectPaid(member, 9700)
    expect(await life.givenBack(member)).toEqual([[9700]])
  })

  test('with a chargeback that is opened after it was asked for is paid nothing twice', async () => {
    const member = await life.join({ plan: 'monthly' })
    await life.passYear(member)
    await life.claim(member)
    const charges = await life.refundsOf(member)
    app.payments.processor.openDispute(String(charges[3]?.id))
    await life.work()
    expect(await life.givenBack(member)).toHaveLength(11)
    expect(await life.state(member)).toMatchObject({ state: 'refused', paidBack: 132 })
    const [dispute] = app.payments.processor.objects('dispute')
    app.payments.processor.closeDispute(String(dispute?.id), 'won')
    await life.settle()
    expect(await life.state(member)).toMatchObject({ state: 'open', toPay: 12 })
    await life.claim(member)
    await life.expectPaid(member, 12 * 1200)
    expect(await life.givenBack(member)).toEqual(TWELVE)
  })

  test('with a chargeback that we lose stays refused', async () => {
    const member = await life.join()
    await life.passYear(member)
    const [charge] = await life.refundsOf(member)
    app.payments.processor.openDispute(String(charge?.id))
    await life.settle()
    await life.claim(member)
    const [dispute] = app.payments.processor.objects('dispute')
    app.payments.processor.closeDispute(String(dispute?.id), 'lost')
    await life.settle()
    expect(await desk('refused')).toContainEqual([member.email, 'refused', 'chargeback-lost'])
    await life.claim(member)
    expect(await life.state(member)).toMatchObject({ state: 'refused', refusal: 'chargeback-lost' })
    await life.work()
    expect(await life.givenBack(member)).toEqual([])
  })

  test('of months that are ended in the third is none', async () => {
    const member = await life.join({ plan: 'monthly' })
    await life.pass(70)
    const before = await yearsToCome()
    await life.stripe.subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
    await life.settle()
    expect(await life.state(member)).toMatchObject({ state: 'leaving', paidMonths: 3 })
    // Its possible cost is no longer in any month of the desk.
    expect(await yearsToCome()).toBe(before - 1)
    await life.pass(400)
    expect(await life.state(member)).toMatchObject({ state: 'stopped', paidMonths: 3 })
    expect(await life.row(member)).toMatchObject({ lookAt: null })
    expect(await desk('meters')).not.toContainEqual([member.email, expect.anything(), null])
    await expect(life.claim(member)).rejects.toMatchObject({ status: 409 })
  })

  test('of a year whose renewal is stopped in the third month is kept, without membership', async () => {
    const member = await life.join()
    await life.pass(70)
    await life.stripe.subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
    await life.pass(300)
    const { isMember } = (await app.as(member).inject({ url: '/api/subscription' })).json()
    expect(isMember).toBe(false)
    // For a member who has left, neither the page nor a mail says that anything goes on.
    const letter = (who: typeof member) =>
      guaranteeMails['guarantee-open']?.(app.ctx, {
        data: { userId: who.id, what: 'open', meterCents: 0 },
      } as never)
    const said = [guaranteeInWords(await life.state(member)), await letter(member)]
    expect(JSON.stringify(said)).toContain('You can have $97.00 back')
    expect(JSON.stringify(said)).not.toMatch(/membership goes on/)
    // The support address is in the footer of every mail, and must not appear twice.
    expect(JSON.stringify(said)).not.toContain(app.ctx.config.club.supportEmail)
    expect(await life.state(member)).toMatchObject({ state: 'open', toPay: 97 })
    await life.claim(member)
    await life.expectPaid(member, 9700)
  })

  test('of months that became a year comes back for twelve months, to the cent', async () => {
    const member = await life.join({ plan: 'monthly' })
    await life.pass(220)
    const { items } = await life.stripe.subscriptions.retrieve(member.subscriptionId)
    await life.stripe.subscriptions.update(member.subscriptionId, {
      items: [{ id: String(items.data[0]?.id), price: await priceIdOf(app.ctx, 'annual') }],
      proration_behavior: 'always_invoice',
    })
    await life.settle()
    await life.passYear(member)
    const before = await life.state(member)
    const { payments } = before
    expect(payments).toHaveLength(9)
    const last = payments.at(-1)
    expect(payments.slice(0, 8).map(({ due }) => due)).toEqual(Array.from({ length: 8 }, () => 12))
    // The part that covers the time after the first year, which is most of it, stays paid.
    expect(last?.fee).toBeLessThan((last?.amount ?? 0) / 2)
    expect(last?.fee).toBeGreaterThan(25)
    await life.claim(member)
    const lastCents = Math.round((last?.due ?? 0) * 100)
    // Two processes that both found no refund ask at the same moment, and could pay it back twice.
    const { promise: both, resolve: go } = Promise.withResolvers<void>()
    let asking = 0
    const racing = withRefunds(app.ctx, (create) => async (...given: Parameters<typeof create>) => {
      const [asked] = given as [{ amount?: number }?]
      if (asked?.amount === lastCents) {
        asking += 1
        if (asking === 2) go()
        await both
      }
      return create(...given)
    })
    const { id } = await life.row(member)
    const pay = () => payBack(racing, id).finally(go)
    await Promise.allSettled([pay(), pay()])
    expect(asking).toBe(2)
    const cents = 9600 + lastCents
    await life.expectPaid(member, cents)
    expect((await life.givenBack(member)).flat().reduce((sum, each) => sum + each, 0)).toBe(cents)
  })

  test('of a year that became months counts those that what was left of it has paid', async () => {
    const member = await life.join()
    await life.pass(40)
    const { items } = await life.stripe.subscriptions.retrieve(member.subscriptionId)
    await life.stripe.subscriptions.update(member.subscriptionId, {
      items: [{ id: String(items.data[0]?.id), price: await priceIdOf(app.ctx, 'monthly') }],
      proration_behavior: 'always_invoice',
    })
    await life.settle()
    // Only the start of the next month is delivered, not that credit pays it an hour later.
    const { items: monthly } = await life.stripe.subscriptions.retrieve(member.subscriptionId)
    const renewsAt = Number(monthly.data[0]?.current_period_end) * 1000
    await life.pass((renewsAt - app.payments.processor.now().getTime() + 60_000) / DAY_MS)
    await life.pass(0.2)
    expect(await life.state(member)).toMatchObject({ state: 'running', paidMonths: 3 })
  })

  test('of an account that is deleted is over, and what had been asked for is paid', async () => {
    const [before, after] = [await life.join(), await life.join()]
    await life.passYear(before)
    await life.passYear(after)
    await life.claim(after)
    for (const person of [before, after]) {
      expect((await leave(app, person)).statusCode).toBe(200)
    }
    await life.work()
    await life.settle()
    expect([await life.givenBack(before), await life.givenBack(after)]).toEqual([[], [[9700]]])
    const named = await app.db
      .selectFrom('guarantees')
      .select('id')
      .where('userId', 'in', [before.id, after.id])
      .execute()
    expect(named).toEqual([])
    const claims = await app.db.selectFrom('guaranteeClaims').select('state').execute()
    expect(claims.every(({ state }) => state === 'paid' || state === 'refused')).toBe(true)
  })
})
