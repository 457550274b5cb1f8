import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { createHttp, type Http } from '#app/server/http/http.ts'
import { createLog } from '#app/server/log.ts'
import type { Processor } from '#sandbox/payments/processor.ts'
import { openPaymentSandbox, type PaymentSandbox } from '#sandbox/payments/sandbox.ts'

export const SECRET_KEY = 'sk_test_sandbox'
export const WEBHOOK_SECRET = 'whsec_sandbox'

/** An event that arrived at the shop's webhook, verified by the provider's own library. */
export type Arrival = { event: Stripe.Event; signedAt: number; raw: string; signature: string }

export type Shop = {
  stripe: Stripe
  processor: Processor
  sandbox: PaymentSandbox
  origin: string
  arrivals: Arrival[]
  /** Statuses of the webhook's next answers; the last one is repeated. */
  answers: number[]
  /** Called before the webhook answers. */
  onArrival: ((event: Stripe.Event) => Promise<void> | void) | undefined
  /** Reopens the same state in a new process. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** Opens a shop that only has a webhook, with its own sandbox on its own port. */
async function openShop(shop: Shop): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'payment-sandbox-'))
  Object.assign(shop, { arrivals: [], answers: [200], onArrival: undefined })
  let http = await listen(shop, dataDir)
  shop.restart = async () => {
    shop.sandbox.stop()
    await http.close()
    http = await listen(shop, dataDir)
  }
  shop.close = async () => {
    shop.sandbox.stop()
    http.server.closeAllConnections()
    await http.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function listen(shop: Shop, dataDir: string): Promise<Http> {
  const log = createLog({ log: { level: 'silent' } })
  const http = await createHttp(readConfig({ NODE_ENV: 'test' }), log)
  const sandbox = openPaymentSandbox(http, {
    dataDir,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    publicUrl: 'http://shop.test',
    log,
    isProduction: false,
  })
  receiveWebhooks(http, shop)
  shop.origin = await http.listen({ port: 0, host: '127.0.0.1' })
  shop.sandbox = sandbox
  shop.processor = sandbox.processor
  shop.stripe = libraryFor(shop.origin)
  return http
}

/** Returns the provider's own library, pointed at another address. */
function libraryFor(origin: string): Stripe {
  const { hostname, port } = new URL(origin)
  return new Stripe(SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

function receiveWebhooks(http: Http, shop: Shop) {
  http.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    routes.post(
      '/api/stripe/webhook',
      { config: { access: 'machine' } },
      async (request, reply) => {
        const raw = String(request.body)
        const signature = String(request.headers['stripe-signature'])
        const event = shop.stripe.webhooks.constructEvent(raw, signature, WEBHOOK_SECRET)
        const signedAt = Number(/t=(\d+)/.exec(signature)?.[1])
        shop.arrivals.push({ event, signedAt, raw, signature })
        await shop.onArrival?.(event)
        const status = shop.answers.length > 1 ? shop.answers.shift() : shop.answers[0]
        if (status === 302) reply.header('location', `${shop.origin}/elsewhere`)
        return reply.code(status ?? 200).send('')
      },
    )
  })
}

/** One shop for all tests of a file; its state carries over from test to test. */
export function useShop(): Shop {
  const shop = {} as Shop
  beforeAll(() => openShop(shop))
  afterAll(() => shop.close())
  return shop
}

/** A new shop for each test of a file, with its own webhook. */
export function useNewShops(): Shop {
  const shop = {} as Shop
  beforeEach(async () => {
    await openShop(shop)
    shop.sandbox.pointTo(shop.origin)
  })
  afterEach(() => shop.close())
  return shop
}
