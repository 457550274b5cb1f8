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
  /** Sets the shop's origin; nothing is sent there before `start` or `deliverDue`. */
  pointTo(origin: string): void
  /** Starts to send webhooks to the shop at this origin and to run what falls due. */
  start(origin: string): void
  /** Stops the sender and closes the store; undelivered events wait for the next start. */
  stop(): void
  /** Attempts every due delivery once; resolves to the number of attempts. */
  deliverDue(): Promise<number>
  /** Ensures that the subscription exists, creating it active and paid if it does not. */
  ensureSubscription(draft: SubscriptionDraft): Stripe.Subscription
  /** Moves the clock forward; resolves once all events on the way are delivered. */
  travel(seconds: number): Promise<Journey>
  /** The target of a leap in progress. */
  destination(): Date | undefined
}

type Settings = {
  /** The sandbox stores its data in DATA_DIR/sandbox, apart from the product's database. */
  dataDir: string
  secretKey: string
  webhookSecret: string
  /** The public origin of the hosted pages. */
  publicUrl: string
  log: World['log']
  isProduction: boolean
  /** Runs the shop's periodic jobs at every stop of a leap. */
  letShopWork?: () => Promise<void>
}

/**
 * A stand-in for the payment provider: its API under /v1 for the provider's own library, and its hosted
 * pages. Payments are not real, so it refuses to open in production.
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
