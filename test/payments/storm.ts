import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { shuffled } from '#test/support/chance.ts'
import type { TestDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { createAppOn } from '#test/support/test-app.ts'
import { mailKeys } from './records.ts'
import { type StormLife, stormEvents } from './storm-lives.ts'
import {
  mailModel,
  openCheckouts,
  paymentModel,
  paymentsOf,
  subscriptionModel,
  subscriptionsOf,
} from './storm-model.ts'
import { startStormProvider } from './storm-provider.ts'
import { sign, WEBHOOK_PATH } from './webhooks.ts'

const AT_ONCE = 30
const SECRET = 'whsec_storm'

/** Where the product finds its database, and how a test opens it too. */
type Place = {
  folder: string
  url: string | undefined
  open: () => Promise<TestDatabase>
}

/** The measurements, including the crash of the server. */
type Ridden = {
  /** Deliveries that had to be acknowledged: each event, and a fifth of all again. */
  sendings: number
  /** From the first delivery to the last acknowledgement. */
  tookMs: number
  /** Latency of each acknowledgement, shortest first. */
  waitedMs: number[]
  /** The peak memory of a process; undefined where the system does not report it. */
  peakBytes: number | undefined
}

/**
 * Delivers all events of these lives in any order, a fifth of the deliveries being repeats; kills the
 * server midway, retries what was not acknowledged, and compares the stored state with the expected
 * one.
 */
export async function rideOutStorm(lives: StormLife[], place: Place): Promise<Ridden> {
  const provider = await startStormProvider(lives)
  const before = await place.open()
  await openCheckouts(before.db, lives)
  await before.close()

  const port = await freePort()
  const payments = {
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: 'sk_test_storm',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: provider.origin,
  }
  const start = () =>
    startServer({
      ...payments,
      DATABASE_URL: place.url ?? '',
      DATA_DIR: place.folder,
      PORT: String(port),
    })
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let server: ServerProcess | undefined = await start()
  try {
    const events = lives.flatMap(stormEvents)
    const waiting = shuffled([...events, ...shuffled(events).slice(0, events.length / 4)])
    const sendings = waiting.length
    const acknowledged = new Set<string>()
    const waitedMs: number[] = []
    const peaks: number[] = []
    let failures = 0
    let isKilled = false
    const sender = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const askedAt = performance.now()
        const status = await send({ agent, port }, next)
        if (status === 200) {
          waitedMs.push(performance.now() - askedAt)
          acknowledged.add(next.id)
          continue
        }
        failures += 1
        waiting.unshift(next)
        await delay(50)
      }
    }
    const killer = async () => {
      while (acknowledged.size < events.length * 0.4) await delay(5)
      if (server) peaks.push(...peakOf(server))
      await server?.kill()
      isKilled = true
      server = await start()
    }
    const startedAt = performance.now()
    await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, sender)])
    const tookMs = performance.now() - startedAt
    expect([isKilled, failures > 0]).toEqual([true, true])
    peaks.push(...peakOf(server))
    expect(await server.stop()).toBe(0)
    server = undefined

    // The next run finishes the provider calls that the killed process had begun.
    const app = await createAppOn(await place.open(), { environment: payments })
    await reconcile(app.ctx)

    const stored = await app.db.selectFrom('webhookEvents').select('id').execute()
    expect(stored.map(({ id }) => id).toSorted()).toEqual([...acknowledged].toSorted())
    expect(acknowledged.size).toBe(events.length)
    expect(await subscriptionsOf(app.db)).toEqual(lives.flatMap(subscriptionModel))
    expect(await paymentsOf(app.db)).toEqual(lives.flatMap(paymentModel))
    expect(await mailKeys(app.db)).toEqual(lives.flatMap(mailModel).toSorted())
    const doubles = lives.filter(({ kind }) => kind === 'double').map(({ name }) => name)
    expect(provider.ended.toSorted()).toEqual(doubles.map((name) => `sub_${name}`))
    expect(provider.refunded.toSorted()).toEqual(doubles.map((name) => `pi_${name}`))
    await app.close()
    return {
      sendings,
      tookMs,
      waitedMs: waitedMs.toSorted((a, b) => a - b),
      peakBytes: peaks.length > 0 ? Math.max(...peaks) : undefined,
    }
  } finally {
    await server?.kill()
    agent.destroy()
    await provider.close()
  }
}

function peakOf({ pid }: ServerProcess): number[] {
  try {
    const [, kilobytes] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return [Number(kilobytes) * 1024]
  } catch {
    return []
  }
}

function send(
  to: { agent: Agent; port: number },
  event: Stripe.Event,
): Promise<number | undefined> {
  const payload = JSON.stringify(event)
  return new Promise((resolve) => {
    const outgoing = request(
      {
        ...to,
        host: '127.0.0.1',
        method: 'POST',
        path: WEBHOOK_PATH,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          'stripe-signature': sign(payload, { secret: SECRET }),
        },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
        response.on('error', () => resolve(undefined))
      },
    )
    outgoing.on('error', () => resolve(undefined)).end(payload)
  })
}
