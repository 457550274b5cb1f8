import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import {
  median,
  startProgram,
  startServer,
  temporaryFolder,
} from '#bench/support/server-under-test.ts'
import { checkoutNumber, EVENTS_A_LIFE, eventBody } from '#bench/support/webhook-events.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import { freePort } from '#test/support/free-port.ts'

const ROUNDS = 3
const EVENTS = 5200
const CONNECTIONS = 20
/** Requests per second that the provider may send on a busy day, without waiting for responses. */
const A_SECOND = 200
const SECONDS = 15
const SECRET = 'whsec_bench'

/**
 * Compares webhooks per second, stored and applied, with the same bare HTTP server that only inserts them, on
 * both engines; and measures latency at a fixed rate. The provider that is called runs in a process of its
 * own.
 */
async function benchWebhook() {
  const only = process.argv.slice(2)
  const postgres = await startPostgres()
  const durable = await startPostgres({ keepsRows: true })
  const provider = await freePort()
  const { stop } = await startProgram('bench/support/bare-provider.ts', [String(provider)])
  console.log(`\nWebhooks: medians of ${ROUNDS} rounds of ${EVENTS} events, ${CONNECTIONS} at once`)
  const engines: Array<[name: string, url: string | undefined]> = [
    ['embedded', undefined],
    ['PostgreSQL', `${postgres.url}postgres`],
    ['on a disk', `${durable.url}postgres`],
  ]
  for (const [name, url] of engines) {
    if (only.length === 0 || only.includes(name)) await benchEngine(name, url, provider)
  }
  await stop()
  await postgres.stop()
  await durable.stop()
}

async function benchEngine(name: string, databaseUrl: string | undefined, provider: number) {
  const { folder, remove } = temporaryFolder()
  await seedCheckouts(folder, databaseUrl)
  const server = await startServer({
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    DATA_DIR: folder,
    DEMO: '0',
    STRIPE_API_BASE: `http://127.0.0.1:${provider}`,
    STRIPE_WEBHOOK_SECRET: SECRET,
  })
  const bareFolder = temporaryFolder()
  const barePort = await freePort()
  const bare = await startProgram('bench/support/bare-inbox.ts', [
    String(barePort),
    bareFolder.folder,
    ...(databaseUrl ? [databaseUrl] : []),
  ])
  const rates = { bare: [] as number[], webhook: [] as number[], p99: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    // In turns, and never the same event twice, because both write to the same table.
    const stored = await send(`http://127.0.0.1:${barePort}/`, (2 * round + 1) * EVENTS)
    const applied = await send(`${server.url}/api/stripe/webhook`, 2 * round * EVENTS)
    if (round === 0) continue
    rates.bare.push(stored.rate)
    rates.webhook.push(applied.rate)
    rates.p99.push(applied.p99)
  }
  const [bareRate, rate] = [median(rates.bare), median(rates.webhook)]
  console.log(
    `${name.padEnd(12)} bare insert ${bareRate.toFixed(0)} /s, applied ${rate.toFixed(0)} /s, ratio ${(rate / bareRate).toFixed(3)}, p99 ${median(rates.p99).toFixed(0)} ms`,
  )
  const waits = await sendAtRate(`${server.url}/api/stripe/webhook`, (2 * ROUNDS + 2) * EVENTS)
  console.log(
    `${name.padEnd(12)} at ${A_SECOND} a second: answered in ${waits.p50.toFixed(0)} ms, p99 ${waits.p99.toFixed(0)} ms`,
  )
  await Promise.all([server.stop(), bare.stop()])
  bareFolder.remove()
  remove()
}

/** Inserts the checkouts that the events refer to. */
async function seedCheckouts(dataDir: string, url: string | undefined) {
  const database = await openDatabase({ url, dataDir })
  await migrate(database.db)
  const events = (2 * ROUNDS + 2) * EVENTS + A_SECOND * SECONDS
  const lives = Math.ceil(events / EVENTS_A_LIFE)
  for (let life = 0; life < lives; life += 1) {
    const number = checkoutNumber(life)
    await database.db
      .insertInto('checkouts')
      .values({
        id: `checkout_${number}`,
        sessionId: `cs_test_${number}`,
        bindingHash: number,
        plan: 'annual',
        priceId: 'price_bench',
        isTrial: false,
        isSale: false,
        idempotencyKey: number,
        eventId: number,
      })
      .execute()
  }
  await database.close()
}

/** Sends events in order from the first one, some in parallel, each once. */
async function send(url: string, firstEvent: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const signer = new Stripe('sk_test_bench').webhooks
  const waits: number[] = []
  let next = firstEvent
  const work = async () => {
    while (next < firstEvent + EVENTS) {
      const payload = eventBody(next)
      next += 1
      const signature = signer.generateTestHeaderString({ payload, secret: SECRET })
      const startedAt = performance.now()
      const status = await post(url, { agent, payload, signature })
      if (status !== 200) throw new Error(`${url} answered ${status}.`)
      waits.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  const p99 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN
  return { rate: EVENTS / seconds, p99 }
}

/** Sends events at a fixed rate without waiting for responses; latency counts from when each was due. */
async function sendAtRate(url: string, firstEvent: number) {
  const agent = new Agent({ keepAlive: true })
  const signer = new Stripe('sk_test_bench').webhooks
  const startedAt = performance.now()
  const waits: number[] = []
  const sendOne = async (n: number) => {
    const dueAt = startedAt + (n * 1000) / A_SECOND
    await delay(Math.max(0, dueAt - performance.now()))
    const payload = eventBody(firstEvent + n)
    const signature = signer.generateTestHeaderString({ payload, secret: SECRET })
    const status = await post(url, { agent, payload, signature })
    if (status !== 200) throw new Error(`${url} answered ${status}.`)
    waits.push(performance.now() - dueAt)
  }
  await Promise.all(Array.from({ length: A_SECOND * SECONDS }, (_, n) => sendOne(n)))
  agent.destroy()
  waits.sort((a, b) => a - b)
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function post(
  url: string,
  { agent, payload, signature }: { agent: Agent; payload: string; signature: string },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end(payload)
  })
}

await benchWebhook()
