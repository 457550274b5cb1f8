import { fulfilCheckout } from '#app/membership/server/checkout/settle-checkout.ts'
import {
  findUnfinishedCheckouts,
  updateCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { endDuplicates } from '#app/membership/server/subscription/duplicate-subscription.ts'
import { findRefusedTrials } from '#app/membership/server/subscription/refused-trials.queries.ts'
import { endRefusedTrials } from '#app/membership/server/subscription/refused-trials.ts'
import { findUnendedDuplicates } from '#app/membership/server/subscription/subscriptions.queries.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync-subscription.ts'
import { takeInEvent } from '#app/membership/server/webhooks/webhook.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import { findStaleSubscriptions, findTrialsEnding, latestEventAt } from './reconcile.queries.ts'
import { remindOfTrialEnd } from './trial-reminders.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
/** By then the webhook of a checkout should have come. */
const CHECKOUT_LATE_MS = 10 * MINUTE_MS
/** The provider takes about an hour from a period's end to its charge. */
const PERIOD_LATE_MS = 2 * 60 * MINUTE_MS
/** For so long the provider repeats an event. */
const DELIVERY_TRIED_MS = 3 * DAY_MS
/** After so many attempts on end at a provider that is away, the rest is left to the next run. */
const MOST_IN_VAIN = 5
/** So many of each kind in one run: a long outage is caught up with over several. */
const BATCH = 50
/** Clocks further apart than this make webhooks fail: somebody must look. */
const CLOCKS_APART_MS = 2 * MINUTE_MS

/**
 * Finds what a lost webhook, a crash or an outage has left behind. Every part may be repeated and
 * each failure leaves the rest to the next run.
 */
export async function reconcile(ctx: AppContext): Promise<void> {
  const failures: unknown[] = []
  let inVain = 0
  const attempt = async (work: () => Promise<unknown>) => {
    if (inVain >= MOST_IN_VAIN) return
    try {
      await work()
      if (inVain < MOST_IN_VAIN) inVain = 0
    } catch (error) {
      failures.push(error)
      if (isProviderAway(error)) inVain += 1
    }
  }
  await attempt(() => catchUpOnEvents(ctx, attempt))
  await attempt(() => settleCheckouts(ctx, attempt))
  await attempt(() => refreshStale(ctx, attempt))
  await attempt(() => finishAllEndings(ctx, attempt))
  await attempt(() => remindOfTrials(ctx, attempt))
  compareClocks(ctx)
  if (failures.length > 0) {
    ctx.log.error({ err: failures[0], failures: failures.length }, 'reconciliation is not through')
  }
}

type Attempt = (work: () => Promise<unknown>) => Promise<void>

/**
 * Events the provider could not deliver: taken in as if they had come. Looked for as far back as
 * it tries by itself, because one that came in time says nothing about those before it; after a
 * longer silence, as far back as the last one we have.
 */
async function catchUpOnEvents(ctx: AppContext, attempt: Attempt): Promise<void> {
  const newest = await latestEventAt(ctx.db)
  const tried = ctx.payments.providerNow().getTime() - DELIVERY_TRIED_MS
  const since = Math.min(tried, (newest?.getTime() ?? tried) - 60 * MINUTE_MS)
  const events = await paymentCall(() =>
    ctx.payments.stripe.events
      .list({ created: { gte: Math.floor(since / 1000) }, delivery_success: false, limit: 100 })
      .autoPagingToArray({ limit: 1000 }),
  )
  // Listed from the newest on.
  for (const event of events.toReversed()) {
    if (event.livemode === ctx.config.payments.isLive) await attempt(() => takeInEvent(ctx, event))
  }
}

async function settleCheckouts(ctx: AppContext, attempt: Attempt): Promise<void> {
  const before = new Date(ctx.now().getTime() - CHECKOUT_LATE_MS)
  for (const checkout of await findUnfinishedCheckouts(ctx.db, { before, limit: BATCH })) {
    await attempt(async () => {
      const current = checkout.sessionId && (await fulfilCheckout(ctx, checkout.sessionId))
      // Unknown to the provider, or not ours after all: nobody can pay there.
      if (!current) await updateCheckout(ctx.db, checkout.id, { status: 'expired' })
    })
  }
}

async function refreshStale(ctx: AppContext, attempt: Attempt): Promise<void> {
  const late = new Date(ctx.payments.providerNow().getTime() - PERIOD_LATE_MS)
  for (const { id } of await findStaleSubscriptions(ctx.db, { late, limit: BATCH })) {
    await attempt(() => syncSubscription(ctx, id))
  }
}

async function finishAllEndings(ctx: AppContext, attempt: Attempt): Promise<void> {
  for (const { id } of await findUnendedDuplicates(ctx.db)) {
    await attempt(() => endDuplicates(ctx, id))
  }
  for (const { id } of await findRefusedTrials(ctx.db)) {
    await attempt(() => endRefusedTrials(ctx, id))
  }
}

/** Tells of a trial's last day. Judged by the provider's clock, because its dates are. */
async function remindOfTrials(ctx: AppContext, attempt: Attempt): Promise<void> {
  const now = ctx.payments.providerNow()
  const until = new Date(now.getTime() + DAY_MS)
  for (const trial of await findTrialsEnding(ctx.db, { after: now, until })) {
    await attempt(() => remindOfTrialEnd(ctx, trial))
  }
}

function isProviderAway(error: unknown): boolean {
  return error instanceof Problem && error.code === 'payments-unavailable'
}

function compareClocks(ctx: AppContext): void {
  if (ctx.config.payments.isSandbox) return
  const apartMs = ctx.payments.providerNow().getTime() - ctx.now().getTime()
  if (Math.abs(apartMs) > CLOCKS_APART_MS) {
    ctx.log.error({ apartMs }, 'the clock of this server is not that of the payment provider')
  }
}
