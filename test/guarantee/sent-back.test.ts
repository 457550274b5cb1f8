import { beforeEach, expect, test } from 'vitest'
import { claimYear } from '#app/guarantee/server/claims.ts'
import { findGuarantee } from '#app/guarantee/server/guarantee.queries.ts'
import { lookForSentBack, payBack } from '#app/guarantee/server/refunds.ts'
import { lookAt } from '#app/guarantee/server/sweep.ts'
import { openAdmin } from '#test/support/admin.ts'
import type { Payer } from '#test/support/paying/payer.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { failingAt, livesOf, withRefunds } from './lives.ts'

const app = useTestApp({
  hasPayments: true,
  environment: { GUARANTEE_ALARM_CENTS: '100000000' },
})

let life: ReturnType<typeof livesOf>
let member: Payer
beforeEach(async () => {
  life = livesOf(app)
  member = await life.join()
  await life.passYear(member)
  await life.claim(member)
  await life.expectPaid(member, 9700)
})

const newest = () => {
  const [refund] = app.payments.processor.objects('refund')
  return String(refund?.id)
}
/** Returns the refunds that really reached the member, without those that the bank sent back. */
const arrived = async () => {
  const charges = new Set((await life.refundsOf(member)).map(({ id }) => id))
  const { data } = await life.stripe.refunds.list({ limit: 100 })
  return data
    .filter(({ status, charge }) => status !== 'failed' && charges.has(String(charge)))
    .map(({ amount }) => amount)
}
const idOf = async () => String((await findGuarantee(app.db, member.id))?.id)
const told = async (template: string) => {
  const rows = await app.db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', member.email)
    .where('template', '=', template)
    .execute()
  return rows.length
}
const recorded = async () => {
  const { refundedCents } = await app.db
    .selectFrom('payments')
    .select('refundedCents')
    .where('userId', '=', member.id)
    .orderBy('paidAt')
    .executeTakeFirstOrThrow()
  return refundedCents
}

async function office() {
  const { cookie } = await openAdmin(app, 'Ada')
  const id = await idOf()
  return async (decision: string) =>
    app.as({ cookie }).inject({
      method: 'POST',
      url: `/api/admin/guarantee/${id}/decision`,
      payload: { decision, reason: 'Her card is closed' },
    })
}

test('a refund that the bank sends back is not paid, is told once, and goes out again once', async () => {
  expect(await recorded()).toBe(9700)
  app.payments.processor.failRefund(newest())
  await life.settle()
  const id = await idOf()
  // Several processes notice it repeatedly, at the same time.
  await Promise.all([
    lookForSentBack(app.ctx, id),
    lookForSentBack(app.ctx, id),
    lookAt(app.ctx, id),
  ])
  expect(await life.state(member)).toMatchObject({
    state: 'paying',
    toPay: 97,
    paidBack: 0,
    paidOn: null,
    payments: [{ due: 97, refunded: 0, refund: 'stuck' }],
  })
  expect(await recorded()).toBe(0)
  expect(await told('guarantee-sent-back')).toBe(1)
  // No automatic retry: the card may be gone.
  await life.work()
  expect(await arrived()).toEqual([])

  const decide = await office()
  const answers = await Promise.all([decide('pay'), decide('pay')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({
    entries: [{ state: 'paying', due: 97 }],
  })
  await Promise.allSettled([payBack(app.ctx, id), payBack(app.ctx, id)])
  await life.expectPaid(member, 9700)
  expect(await arrived()).toEqual([9700])
  expect(await recorded()).toBe(9700)
  expect(await told('guarantee-paid')).toBe(2)

  // Sent back again after it was paid in another way: the provider is not asked for it.
  app.payments.processor.failRefund(newest())
  await life.settle()
  expect(await told('guarantee-sent-back')).toBe(2)
  expect((await decide('paid-by-hand')).statusCode).toBe(200)
  expect((await decide('paid-by-hand')).statusCode).toBe(409)
  await life.expectPaid(member, 9700)
  expect(await life.state(member)).toMatchObject({ payments: [{ due: 97, refund: 'by-hand' }] })
  expect(await arrived()).toEqual([])
  expect(await told('guarantee-paid')).toBe(3)
})

test('one of which nobody tells is found by looking daily for thirty days, whatever else went back meanwhile', async () => {
  app.payments.processor.setSwitches({ drop: true })
  try {
    const refund = newest()
    await life.pass(12)
    expect(await life.state(member)).toMatchObject({ state: 'paid' })
    app.payments.processor.failRefund(refund)
    const [charge] = await life.refundsOf(member)
    app.payments.processor.refund(String(charge?.id), 1050)
    await life.pass(1.1)
    expect(await life.state(member)).toMatchObject({ state: 'paying', paidBack: 0 })
    const decide = await office()
    await decide('pay')
    // Killed after the provider's answer, before any of it is recorded.
    const killed = withRefunds(app.ctx, (create) => async (...given: Parameters<typeof create>) => {
      await create(...given)
      throw new Error('killed')
    })
    await payBack(killed, await idOf()).catch(() => {})
    await life.expectPaid(member, 8650)
    expect((await arrived()).toSorted()).toEqual([1050, 8650])
    await life.pass(31)
    expect((await life.row(member)).lookAt).toBeNull()
  } finally {
    app.payments.processor.setSwitches({ drop: false })
  }
})

test('one that a chargeback takes along is refused by that, and paid when we win it', async () => {
  const [charge] = await life.refundsOf(member)
  app.payments.processor.failRefund(newest())
  app.payments.processor.openDispute(String(charge?.id))
  await life.settle()
  expect(await life.state(member)).toMatchObject({ state: 'refused', refusal: 'chargeback-open' })
  // A chargeback returns the money itself, so no mail says that another way must be found.
  expect(await told('guarantee-sent-back')).toBe(0)
  const [dispute] = app.payments.processor.objects('dispute')
  app.payments.processor.closeDispute(String(dispute?.id), 'won')
  await life.settle()
  expect(await life.state(member)).toMatchObject({ state: 'open', toPay: 97 })
  await life.claim(member)
  await life.expectPaid(member, 9700)
  expect(await arrived()).toEqual([9700])
})

test('a provider that fails at each call of a claim in turn, or when the last of them is done, pays once', async () => {
  const fail = async (step: number, when: 'before' | 'after') => {
    const buyer = buyers[step - (when === 'before' ? 1 : 0)] as Payer
    const { ctx, calls } = failingAt(app.ctx, step, when)
    await claimYear(ctx, buyer.id)
    await payBack(ctx, (await life.row(buyer)).id).catch(() => {})
    await life.expectPaid(buyer, 9700)
    expect(await life.givenBack(buyer)).toEqual([[9700]])
    return calls() - step
  }
  const buyers: Payer[] = []
  for (let n = 0; n < 6; n += 1) buyers.push(await life.join())
  for (const buyer of buyers) await life.passYear(buyer)
  // Fails each of five calls: the payment, its method, the refunds, the amount to request, and the request.
  const left: number[] = []
  for (const step of [1, 2, 3, 4, 5]) left.push(await fail(step, 'before'))
  expect(left.at(-1)).toBe(0)
  expect(await fail(5, 'after')).toBe(0)
})
