import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimYear, REFUNDS_QUEUE } from '#app/guarantee/server/claims.ts'
import { readGuarantee } from '#app/guarantee/server/guarantee.ts'
import { payBack } from '#app/guarantee/server/refunds.ts'
import { endAllLives } from '#test/payments/life.ts'
import type { Payer } from '#test/support/paying/payer.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { livesOf, withRefunds } from './lives.ts'

const app = useTestApp({
  hasPayments: true,
  environment: { GUARANTEE_ALARM_CENTS: '100000000' },
})
const SOUND = { isDown: false, failAfterWork: false, duplicate: false, reorder: false }

let life: ReturnType<typeof livesOf>
let member: Payer
let id: string
beforeEach(async () => {
  life = livesOf(app)
  member = await life.join({ plan: 'monthly' })
  await life.passYear(member)
  id = (await life.row(member)).id
})
afterEach(async () => {
  app.payments.processor.setSwitches(SOUND)
  await endAllLives(app)
})

const TWELVE = Array.from({ length: 12 }, () => [1200])
const claim = () => app.as(member).inject({ method: 'POST', url: '/api/guarantee/claim' })

describe('twelve payments go back once and to the cent', () => {
  test('pressed many times at once, in several processes', async () => {
    const other = await app.another({
      environment: {
        STRIPE_API_BASE: app.ctx.config.http.ownOrigin,
        GUARANTEE_ALARM_CENTS: '100000000',
      },
    })
    try {
      const contexts = [app.ctx, other.ctx, app.ctx, other.ctx]
      await Promise.all(contexts.map((ctx) => claimYear(ctx, member.id)))
      const jobs = await app.db
        .selectFrom('guaranteeRefunds')
        .select('id')
        .where('guaranteeId', '=', id)
        .execute()
      expect(jobs).toHaveLength(12)
      // Concurrent calls for the same refund may fail with a conflict, and are retried later.
      await Promise.allSettled(contexts.map((ctx) => payBack(ctx, id)))
      await life.expectPaid(member, 14_400)
      expect(await life.givenBack(member)).toEqual(TWELVE)
      const mails = await app.db
        .selectFrom('mails')
        .select('template')
        .where('recipient', '=', member.email)
        .where('template', '=', 'guarantee-paid')
        .execute()
      expect(mails).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  test('with the provider away when it is pressed, and for a while after', async () => {
    app.payments.processor.setSwitches({ isDown: true })
    expect((await claim()).json()).toMatchObject({ state: 'paying', toPay: 144 })
    expect(await life.work()).toMatchObject({ failed: 1 })
    expect(await readGuarantee(app.ctx, member.id)).toMatchObject({ state: 'paying' })
    app.payments.processor.setSwitches({ isDown: false })
    await life.expectPaid(member, 14_400)
    expect(await life.givenBack(member)).toEqual(TWELVE)
  })

  test('with a provider that does everything and says that it failed', async () => {
    await claim()
    app.payments.processor.setSwitches({ failAfterWork: true })
    await life.work()
    app.payments.processor.setSwitches({ failAfterWork: false, duplicate: true, reorder: true })
    await life.expectPaid(member, 14_400)
    expect(await life.givenBack(member)).toEqual(TWELVE)
  })

  test.each(['before the call', 'after it'])('killed at every payment, %s', async (when) => {
    await claim()
    const killed = withRefunds(app.ctx, (create) => async (...given: Parameters<typeof create>) => {
      if (when === 'after it') await create(...given)
      throw new Error('killed')
    })
    // The process dies before it records the result of the call.
    for (let time = 0; time < 3; time += 1) await payBack(killed, id).catch(() => {})
    await life.expectPaid(member, 14_400)
    expect(await life.givenBack(member)).toEqual(TWELVE)
  })

  test('with a call that arrives a day later, after its key is forgotten', async () => {
    await claim()
    const killed = withRefunds(app.ctx, (create) => async (...given: Parameters<typeof create>) => {
      await create(...given)
      throw new Error('killed')
    })
    await payBack(killed, id).catch(() => {})
    app.setNow(new Date(Date.now() + 2 * 24 * 60 * 60 * 1000))
    app.payments.processor.advance(2 * 24 * 60 * 60)
    await life.expectPaid(member, 14_400)
    app.setNow(undefined)
    expect(await life.givenBack(member)).toEqual(TWELVE)
  })

  test('with a part that somebody pays back by hand in between', async () => {
    await claim()
    const [first] = await life.refundsOf(member)
    const hand = withRefunds(app.ctx, (create) => async (...given: Parameters<typeof create>) => {
      const [{ amount } = {}] = given as [{ amount?: number }]
      // A refund between the read and the call, at the first payment only.
      if (amount === 1200 && (await life.givenBack(member)).length === 0) {
        app.payments.processor.refund(String(first?.id), 500)
      }
      return create(...given)
    })
    await payBack(hand, id).catch(() => {})
    await life.work()
    await life.settle()
    const back = (await life.refundsOf(member)).map(({ refunds }) =>
      refunds.reduce((sum, each) => sum + each, 0),
    )
    expect(back.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 1200))
    expect(await readGuarantee(app.ctx, member.id)).toMatchObject({ state: 'paid', paidBack: 139 })
  })
})

test('the work is promised in the transaction that takes the claim', async () => {
  await claim()
  const jobs = await life.work()
  expect(jobs).toMatchObject({ worked: 1, failed: 0 })
  expect(REFUNDS_QUEUE).toBe('guarantee-refunds')
})
