import { settleCheckout } from '#app/membership/server/checkout/settle-checkout.ts'
import { enqueueMembershipMail } from '#app/membership/server/mails/mails.ts'
import {
  findUnfinishedCheckouts,
  updateCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { readNextCharge } from '#app/membership/server/subscription/next-charge.ts'
import {
  findRefusedTrials,
  findUnsettledDuplicates,
} from '#app/membership/server/subscription/subscriptions.queries.ts'
import {
  cancelDuplicates,
  cancelRefusedTrials,
  syncSubscription,
} from '#app/membership/server/subscription/sync.ts'
import { handleEvent } from '#app/membership/server/webhooks/webhook.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { readAgainAfterRestore } from './read-again.ts'
import {
  findRenewalsComing,
  findStaleSubscriptions,
  findTrialsEnding,
  hasMail,
  latestEventAt,
  recordRenewalTold,
} from './reconcile.queries.ts'

/** The age of a checkout by which its webhook should have come. */
const CHECKOUT_LATE_MS = 10 * MINUTE_MS
/** The provider takes about an hour from a period's end to its charge. */
const PERIOD_LATE_MS = 2 * HOUR_MS
/** How long the provider retries the delivery of an event. */
const DELIVERY_RETRIED_MS = 3 * DAY_MS
/** After this many failures in a row at an unavailable provider, the rest is left to the next run. */
const MAX_FAILURES_IN_A_ROW = 5
/** Limit of each kind in one run: it takes several runs to catch up after a long outage. */
const BATCH = 50
/** How long before a paid year renews members are told what will be charged, and when. */
const RENEWAL_AHEAD_MS = 30 * DAY_MS
/** Clocks further apart than this make webhooks fail. */
const CLOCKS_APART_MS = 2 * MINUTE_MS

/**
 * Repairs what a lost webhook, a crash or an outage has left behind. Every part may be repeated,
 * and what fails is left to the next run.
 */
export async function reconcile(ctx: AppContext): Promise<void> {
  const failures: unknown[] = []
  let failuresInARow = 0
  const attempt = async (work: () => Promise<unknown>) => {
    if (failuresInARow >= MAX_FAILURES_IN_A_ROW) return
    try {
      await work()
      if (failuresInARow < MAX_FAILURES_IN_A_ROW) failuresInARow = 0
    } catch (error) {
      failures.push(error)
      if (isProviderAway(error)) failuresInARow += 1
    }
  }
  await attempt(() => readAgainAfterRestore(ctx))
  await attempt(() => catchUpOnEvents(ctx, attempt))
  await attempt(() => settleCheckouts(ctx, attempt))
  await attempt(() => refreshStale(ctx, attempt))
  await attempt(() => cancelAllMarked(ctx, attempt))
  await attempt(() => remindOfTrials(ctx, attempt))
  await attempt(() => tellOfRenewals(ctx, attempt))
  compareClocks(ctx)
  if (failures.length > 0) {
    ctx.log.error({ err: failures[0], failures: failures.length }, 'reconciliation is not through')
  }
}

type Attempt = (work: () => Promise<unknown>) => Promise<void>

/**
 * Handles events that the provider could not deliver, as if they had come. Looks as far back as the
 * provider retries, because one event that came in time says nothing about those before it; after a
 * longer silence, as far back as the last one we have.
 */
async function catchUpOnEvents(ctx: AppContext, attempt: Attempt): Promise<void> {
  const newest = await latestEventAt(ctx.db)
  const retried = ctx.payments.providerNow().getTime() - DELIVERY_RETRIED_MS
  const since = Math.min(retried, (newest?.getTime() ?? retried) - HOUR_MS)
  const events = await paymentCall(() =>
    ctx.payments.stripe.events
      .list({ created: { gte: Math.floor(since / 1000) }, delivery_success: false, limit: 100 })
      .autoPagingToArray({ limit: 1000 }),
  )
  // They are listed newest first.
  for (const event of events.toReversed()) {
    if (event.livemode === ctx.config.payments.isLive) await attempt(() => handleEvent(ctx, event))
  }
}

async function settleCheckouts(ctx: AppContext, attempt: Attempt): Promise<void> {
  const before = new Date(ctx.now().getTime() - CHECKOUT_LATE_MS)
  for (const checkout of await findUnfinishedCheckouts(ctx.db, { before, limit: BATCH })) {
    await attempt(async () => {
      const current = checkout.sessionId && (await settleCheckout(ctx, checkout.sessionId))
      // The provider does not know it, or it is not ours after all: nobody can pay there.
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

async function cancelAllMarked(ctx: AppContext, attempt: Attempt): Promise<void> {
  for (const { id } of await findUnsettledDuplicates(ctx.db)) {
    await attempt(() => cancelDuplicates(ctx, id))
  }
  for (const { id } of await findRefusedTrials(ctx.db)) {
    await attempt(() => cancelRefusedTrials(ctx, id))
  }
}

/** Reminds people of trials that end within a day. By the provider's clock, because its dates are. */
async function remindOfTrials(ctx: AppContext, attempt: Attempt): Promise<void> {
  const now = ctx.payments.providerNow()
  const until = new Date(now.getTime() + DAY_MS)
  for (const trial of await findTrialsEnding(ctx.db, { after: now, until })) {
    await attempt(() => remindOfTrialEnd(ctx, trial))
  }
}

type EndingTrial = Awaited<ReturnType<typeof findTrialsEnding>>[number]

/** Enqueues the mail that says what will be charged tomorrow, by the provider's own preview. */
async function remindOfTrialEnd(
  ctx: AppContext,
  { id, plan, trialEndsAt, recipient }: EndingTrial,
): Promise<void> {
  if (!trialEndsAt) return
  const key = `trial-ends-tomorrow:${id}:${trialEndsAt.getTime()}`
  if (await hasMail(ctx.db, key)) return
  const bill = await paymentCall(() =>
    ctx.payments.stripe.invoices.createPreview({ subscription: id }),
  )
  await ctx.db.transaction().execute((trx) =>
    enqueueMembershipMail(trx, ctx, {
      template: 'trial-ends-tomorrow',
      key,
      to: recipient,
      data: { subscriptionId: id, plan, amountCents: bill.amount_due, trialEndsAt },
    }),
  )
}

/** Tells members of years that renew. By the provider's clock, because its dates are. */
async function tellOfRenewals(ctx: AppContext, attempt: Attempt): Promise<void> {
  const now = ctx.payments.providerNow()
  const coming = { now, aheadMs: RENEWAL_AHEAD_MS, limit: BATCH }
  for (const renewal of await findRenewalsComing(ctx.db, coming)) {
    await attempt(() => tellOfRenewal(ctx, renewal))
  }
}

type ComingRenewal = Awaited<ReturnType<typeof findRenewalsComing>>[number]

/** Enqueues the mail that says what the next year costs, by the provider's own preview. */
async function tellOfRenewal(
  ctx: AppContext,
  { id, plan, currentPeriodEnd: renewsAt, recipient }: ComingRenewal,
): Promise<void> {
  if (!renewsAt) return
  const amountCents = await readNextCharge(ctx, id)
  await ctx.db.transaction().execute(async (trx) => {
    await recordRenewalTold(trx, id, renewsAt)
    // Nothing is coming: there is nothing to tell.
    if (amountCents === undefined) return
    await enqueueMembershipMail(trx, ctx, {
      template: 'renewal-coming',
      key: `renewal-coming:${id}:${renewsAt.getTime()}`,
      to: recipient,
      data: { subscriptionId: id, plan, amountCents, renewsAt },
    })
  })
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
