import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { DAY, type Joined, join } from './buyers.ts'

const app = useTestApp({ hasPayments: true })
beforeAll(() => createDeal(app.ctx, { productName: 'Halcyon cape' }))

let member: Joined
beforeEach(async () => {
  await app.db.deleteFrom('trials').execute()
  member = await join(app, { plan: 'monthly' })
  app.payments.processor.advance(3 * DAY + 2 * 60 * 60)
  await app.payments.deliverAll()
})

const PORTAL = /\/sandbox\/portal\/(\w+)/
const openPortal = async () =>
  PORTAL.exec((await member.act('portal')).json().url)?.[1] ?? 'no portal'
const told = () => app.payments.deliverAll()

describe("leaving on the payment provider's own pages", () => {
  test('shows as pending though only a day was set, and taking it back clears the day', async () => {
    const renews = await member.subscription()
    const portal = await openPortal()
    app.payments.processor.cancelInPortal(portal)
    await told()
    const atProvider = await app.ctx.payments.stripe.subscriptions.retrieve(member.subscriptionId)
    expect(atProvider).toMatchObject({ cancel_at_period_end: false })
    expect(await member.subscription()).toMatchObject({
      status: 'active',
      isMember: true,
      cancelAtPeriodEnd: true,
      currentPeriodEnd: renews.currentPeriodEnd,
    })
    expect((await member.open()).statusCode).toBe(409)

    app.payments.processor.uncancelInPortal(portal)
    await told()
    expect(await member.subscription()).toEqual(renews)

    app.payments.processor.cancelInPortal(portal)
    await told()
    expect((await member.act('resume')).json()).toEqual(renews)
    await told()
    expect(await member.subscription()).toEqual(renews)
  })

  test('ends on that day, and the way back is a new checkout', async () => {
    app.payments.processor.cancelInPortal(await openPortal())
    await told()
    expect(await member.names()).toEqual(['Halcyon cape'])
    app.payments.processor.advance(32 * DAY)
    await told()
    expect(await member.subscription()).toMatchObject({ status: 'canceled', isMember: false })
    expect(await member.names()).toEqual([])
    const resume = await member.act('resume')
    expect([resume.statusCode, resume.json().code]).toEqual([409, 'already-ended'])

    const again = await member.begin({ priceId: 'monthly' })
    app.payments.pay(again, member.email)
    await told()
    expect(await member.subscription()).toMatchObject({ status: 'active', isMember: true })
    expect(await member.names()).toEqual(['Halcyon cape'])
  })
})

test('cancelling and resuming say the same here and at the provider, whoever tells it first', async () => {
  const renews = await member.subscription()
  expect((await member.act('cancel')).json()).toMatchObject({ cancelAtPeriodEnd: true })
  await told()
  expect(await member.subscription()).toMatchObject({ cancelAtPeriodEnd: true, isMember: true })
  expect((await member.act('resume')).json()).toEqual(renews)
  await told()
  expect(await member.subscription()).toEqual(renews)
})
