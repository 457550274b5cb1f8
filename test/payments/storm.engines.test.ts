import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type Stripe from 'stripe'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#app/db/open-database.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { shuffled } from '#test/support/chance.ts'
import {
  openServerDatabase,
  prepareDatabase,
  type TestDatabase,
} from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { createAppOn } from '#test/support/test-app.ts'
import { mailKeys } from './records.ts'
import { stormEvents, stormLives } from './storm-lives.ts'
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

/** Ten events each. The embedded database, with its one connection, takes far longer for one. */
const LIVES = inject('engine') === 'postgres' ? 200 : 20
const AT_ONCE = 30
const SECRET = 'whsec_storm'

const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-storm-'))
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.kill()
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
})

test('thousands of events, a fifth of them again, in any order, through the death of the server', async () => {
  const lives = stormLives(LIVES)
  const provider = await startStormProvider(lives)
  const url = await prepareDatabase(folder)
  const open = async (): Promise<TestDatabase> => {
    if (url) return openServerDatabase(url)
    return { ...(await openDatabase({ url: undefined, dataDir: folder })), openAgain: open }
  }
  const before = await open()
  await openCheckouts(before.db, lives)
  await before.close()

  const port = await freePort()
  const environment = {
    LOG_LEVEL: 'error',
    DATABASE_URL: url ?? '',
    DATA_DIR: folder,
    PORT: String(port),
    STRIPE_SECRET_KEY: 'sk_test_storm',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: provider.origin,
  }
  server = await startServer(environment)

  const events = lives.flatMap(stormEvents)
  const waiting = shuffled([...events, ...shuffled(events).slice(0, events.length / 4)])
  const acknowledged = new Set<string>()
  let failures = 0
  let isKilled = false
  const sender = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const status = await send(port, next)
      if (status === 200) {
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
    await server?.kill()
    isKilled = true
    server = await startServer(environment)
  }
  await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, sender)])
  expect([isKilled, failures > 0]).toEqual([true, true])
  expect(await server.stop()).toBe(0)
  server = undefined

  // What the dead process had begun at the provider is finished by the next run.
  const { DATABASE_URL: _, DATA_DIR: __, PORT: ___, ...payments } = environment
  const app = await createAppOn(await open(), { environment: payments })
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
  await provider.close()
})

function send(port: number, event: Stripe.Event): Promise<number | undefined> {
  const payload = JSON.stringify(event)
  return new Promise((resolve) => {
    const outgoing = request(
      {
        agent,
        port,
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
