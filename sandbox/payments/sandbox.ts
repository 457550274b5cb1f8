import type Stripe from 'stripe'
import type { Http } from '#app/server/http/http.ts'
import { serveApi } from '#sandbox/payments/api/api.ts'
import { createSender } from '#sandbox/payments/deliveries/sender.ts'
import { catchUp } from '#sandbox/payments/life/calendar.ts'
import { type SubscriptionDraft, seedSubscription } from '#sandbox/payments/life/seed.ts'
import { createProcessor } from './create-processor.ts'
import { createTravel, type Journey } from './journey.ts'
import type { Processor } from './processor.ts'
import { openWorld, type World } from './world.ts'

export type PaymentSandbox = {
  processor: Processor
  /** Says where the shop listens; nothing is sent there before `start` or `deliverDue`. */
  pointTo(origin: string): void
  /** Begins to send webhooks by itself to the shop at this origin, and to let due things happen. */
  start(origin: string): void
  /** Stops the sender and closes the store; what was not delivered waits for the next start. */
  stop(): void
  /** Tries every delivery that is due now, once, and answers how many attempts were made. */
  deliverDue(): Promise<number>
  /** The subscription is there afterwards, active and paid, whether it was before or not. */
  ensureSubscription(draft: SubscriptionDraft): Stripe.Subscription
  /** Moves the clock forward; resolves when the shop has heard of all that fell due on the way. */
  travel(seconds: number): Promise<Journey>
  /** Where a leap of the clock that is not over leads. */
  destination(): Date | undefined
}

type Settings = {
  /** The sandbox keeps its own books in DATA_DIR/sandbox, away from the product's database. */
  dataDir: string
  secretKey: string
  webhookSecret: string
  /** Where the browser finds the hosted pages. */
  publicUrl: string
  log: World['log']
  isProduction: boolean
  /** What the shop does by itself as time goes by; asked for on the way of every leap of the clock. */
  letShopWork?: () => Promise<void>
}

/**
 * A stand-in for the payment provider: its API under /v1 for the provider's own library, and what
 * its hosted pages do. No money is real here, so it does not open in production.
 */
export function openPaymentSandbox(http: Http, settings: Settings): PaymentSandbox {
  if (settings.isProduction) throw new Error('The payment sandbox does not open in production.')
  const world = openWorld(settings)
  const sender = createSender(world, { ...settings, catchUp })
  serveApi(http, world, settings)
  const { deliverDue } = sender
  const { letShopWork = async () => {} } = settings
  const { travel, destination } = createTravel(world, { deliverDue, letShopWork })

  let isOpen = true
  return {
    processor: createProcessor(world),
    pointTo: sender.pointTo,
    start(origin) {
      sender.pointTo(origin)
      sender.start()
    },
    deliverDue,
    travel,
    destination,
    ensureSubscription: (draft) => seedSubscription(world, draft),
    stop() {
      if (!isOpen) return
      isOpen = false
      sender.stop()
      world.store.close()
    },
  }
}
