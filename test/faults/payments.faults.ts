import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#app/db/migrate.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { newToken } from '#app/server/tokens.ts'
import { MB } from '#app/shared/counts.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { type Buyer, join, openBuyer, sessionsAt, subscriptionOf } from '#test/checkout/buyers.ts'
import { startUnsteadyProvider, type UnsteadyProvider } from '#test/checkout/unsteady-provider.ts'
import { purchase } from '#test/payments/purchases.ts'
import { mailKeys } from '#test/payments/records.ts'
import { rideOutStorm } from '#test/payments/storm.ts'
import { stormLives } from '#test/payments/storm-lives.ts'
import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { createAppOn, type TestApp } from '#test/support/test-app.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { BUSY_FACTOR } from './rows.ts'

const SENDINGS = 10_000
const DRAINED_MS = 60_000
/** The same limit as for any other answer. */
const ACKNOWLEDGED_MS = 2000
const MOST_BYTES = 512 * MB

/** One in this many calls breaks off once its work is done. */
const ONE_OF = 10
const BUYERS = 5

describe('A storm of the payment provider', () => {
  let postgres: OwnPostgres
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-storm-'))
  beforeAll(async () => {
    postgres = await startOwnPostgres()
    const { db, close } = await openServerDatabase(postgres.url)
    await migrate(db)
    await close()
  }, 120_000)
  afterAll(async () => {
    await postgres?.remove()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test('Besides: ten thousand sendings, a fifth for the second time, in any order, through the death of the server: each applied once, within a minute', async ({
    task,
  }) => {
    const { url } = postgres
    const open = () => openServerDatabase(url)
    // Each life makes ten deliveries.
    const ridden = await rideOutStorm(stormLives(SENDINGS / 10), { folder, url, open })
    const { sendings, tookMs, waitedMs, peakBytes } = ridden
    const p99 = waitedMs[Math.floor(waitedMs.length * 0.99)] ?? Infinity
    const megabytes = peakBytes === undefined ? '?' : Math.round(peakBytes / MB)
    task.meta.said = `${(tookMs / 1000).toFixed(0)} s, p99 ${p99.toFixed(0)} ms, ${megabytes} MB`
    expect(sendings).toBe(SENDINGS)
    expect(waitedMs).toHaveLength(SENDINGS)
    expect(tookMs).toBeLessThan(DRAINED_MS * BUSY_FACTOR)
    expect(p99).toBeLessThan(ACKNOWLEDGED_MS * BUSY_FACTOR)
    expect(peakBytes ?? 0).toBeLessThan(MOST_BYTES)
  }, 240_000)
})

describe('One call of ten to the payment provider breaks off after the work', () => {
  let postgres: OwnPostgres
  let provider: UnsteadyProvider
  let app: TestApp
  beforeAll(async () => {
    postgres = await startOwnPostgres()
    provider = await startUnsteadyProvider()
    const database = await openServerDatabase(postgres.url)
    await migrate(database.db)
    const environment = { STRIPE_API_BASE: provider.origin }
    app = await createAppOn(database, { hasPayments: true, environment })
    provider.pointTo(app.ctx.config.http.ownOrigin)
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    await provider?.close()
    await postgres?.remove()
  }, 60_000)

  test('Besides: who joins, cancels, pays twice or never comes back has one membership, and nothing is done twice', async ({
    task,
  }) => {
    provider.nowAndThen('resets after the work', ONE_OF)
    const members: Array<Buyer & { subscriptionId: string }> = []
    const joinNow = async () => {
      // The sandbox has one card, which has used its trial: forget that.
      await app.db.deleteFrom('trials').execute()
      const member = await join(app)
      members.push(member)
      return member
    }
    const cancelled: string[] = []
    const doubles: string[] = []
    for (let round = 0; round < BUYERS; round += 1) {
      await joinNow()

      const leaving = await joinNow()
      const answer = await leaving.act('cancel')
      expect(answer.statusCode, answer.body).toBe(200)
      cancelled.push(leaving.subscriptionId)

      const binding = newToken()
      const tabs = [await purchase(app, { binding })]
      const [{ email = '' } = {}] = tabs
      tabs.push(await purchase(app, { binding, email }))
      const buyer = openBuyer(app, { cookie: `co=${binding}`, email })
      for (const { sessionId } of tabs) {
        expect(await buyer.verify(sessionId)).toMatchObject({ valid: true })
        expect((await buyer.complete(sessionId)).statusCode).toBe(200)
      }
      doubles.push(...tabs.map(({ subscriptionId }) => subscriptionId))
      members.push({ ...buyer, subscriptionId: '' })

      await app.db.deleteFrom('trials').execute()
      const gone = openBuyer(app)
      const sessionId = await gone.begin()
      app.payments.pay(sessionId, gone.email)
      // All of the provider's webhooks are lost too.
      app.setNow(new Date(Date.now() + 20 * MINUTE_MS))
      await reconcile(app.ctx)
      app.setNow(undefined)
      expect(await gone.verify(sessionId)).toMatchObject({ valid: true })
      expect((await gone.complete(sessionId)).statusCode).toBe(200)
      members.push({ ...gone, subscriptionId: await subscriptionOf(app, sessionId) })
    }
    await reconcile(app.ctx)
    const dropped = Math.floor(provider.asked.length / ONE_OF)
    task.meta.said = `${dropped} of ${provider.asked.length} calls`
    expect(dropped).toBeGreaterThan(BUYERS)
    provider.calm()
    await app.payments.deliverAll()

    for (const member of members) {
      expect(await member.subscription()).toMatchObject({ isMember: true })
    }
    // Whoever paid twice had two payment pages, everybody else one; there are no others.
    expect(sessionsAt(app).map(({ status }) => status)).toEqual(Array(5 * BUYERS).fill('complete'))
    const { stripe } = app.ctx.payments
    const live: string[] = []
    for await (const { id, status, cancel_at_period_end: ends } of stripe.subscriptions.list({
      status: 'all',
    })) {
      if (status !== 'canceled') live.push(id)
      expect(ends).toBe(cancelled.includes(id))
    }
    expect(live).toHaveLength(members.length)
    expect(doubles.filter((id) => live.includes(id))).toHaveLength(BUYERS)
    const { objects } = app.payments.processor
    const charges = objects('charge').map(({ json }) => json as Charge)
    const kept = charges.map(({ amount, amount_refunded }) => amount - amount_refunded)
    expect(kept.filter((cents) => cents > 0)).toEqual(Array(BUYERS).fill(ANNUAL_CENTS))
    expect(objects('refund')).toHaveLength(BUYERS)
    const mails = await mailKeys(app.db)
    expect(mails.filter((key) => key.startsWith('duplicate-refunded:'))).toHaveLength(BUYERS)
    expect(mails.filter((key) => key.startsWith('trial-started:'))).toHaveLength(3 * BUYERS)
  }, 180_000)
})

type Charge = { amount: number; amount_refunded: number }
