import { createHash } from 'node:crypto'
import type { Trx } from '#app/db/database.ts'
import { deleteAdClickIdsOf } from '#app/membership/server/checkout/purchases.queries.ts'
import type { AdClickIds } from '#app/server/consent/ad-click-ids.ts'
import {
  holdConsent,
  purgeOldWithdrawals,
  recordWithdrawal,
  waitForConsentUse,
} from '#app/server/consent/withdrawals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { CONSENT_KEPT_MS } from '#app/shared/retention.ts'
import { MARKETING_EVENT_KEPT_MS } from '#app/tracking/tracking.facts.ts'
import {
  deleteEventsFinishedBefore,
  deleteQueuedEventsUnder,
  type EventName,
  hasEventsUnder,
  insertMarketingEvent,
} from './marketing-events.queries.ts'

export const MARKETING_EVENTS_QUEUE = 'marketing'

/** For a consent that was never used: ids can be made up, and no delivery takes longer. */
const UNKNOWN_WITHDRAWAL_KEPT_MS = DAY_MS

export type MarketingEvent = {
  eventName: EventName
  /** Shared with the page's data layer. */
  eventId: string
  happenedAt: Date
  /** An address of our site, without parameters. */
  sourceUrl: string
  consentId: string
  adClickIds: AdClickIds
  purchase?: { valueCents: number; currency: string }
}

/**
 * Queues an event for the marketing service in the caller's transaction. Idempotent by event id. Does nothing
 * if no service is configured or the consent was withdrawn.
 */
export async function queueMarketingEvent(
  trx: Trx,
  ctx: AppContext,
  event: MarketingEvent,
): Promise<void> {
  if (!ctx.config.tracking?.conversions) return
  const { eventName, eventId, consentId, happenedAt } = event
  if (!(await holdConsent(trx, consentId))) return
  const id = newId()
  const payload = JSON.stringify(conversionPayload(event))
  const row = { id, eventName, eventId, consentId, happenedAt, payload }
  if (await insertMarketingEvent(trx, row)) await queueMarketingDelivery(trx, ctx, id)
}

/**
 * Returns the event as the conversions API expects it. The person is a hash of the consent id, from which no
 * address, account or payment can be derived. `LDU` requests the limited data use of US state privacy
 * laws.
 */
function conversionPayload(event: MarketingEvent): Record<string, unknown> {
  const { eventName, eventId, happenedAt, sourceUrl, consentId, adClickIds, purchase } = event
  const { clientIp, clientUserAgent, fbp, fbc } = adClickIds
  return {
    event_name: eventName,
    event_time: Math.floor(happenedAt.getTime() / 1000),
    event_id: eventId,
    action_source: 'website',
    event_source_url: sourceUrl,
    user_data: {
      ...(clientIp ? { client_ip_address: clientIp } : {}),
      ...(clientUserAgent ? { client_user_agent: clientUserAgent } : {}),
      ...(fbp ? { fbp } : {}),
      ...(fbc ? { fbc } : {}),
      external_id: [createHash('sha256').update(consentId).digest('hex')],
    },
    ...(purchase
      ? {
          custom_data: {
            value: purchase.valueCents / 100,
            currency: purchase.currency,
            order_id: eventId,
          },
        }
      : {}),
    data_processing_options: ['LDU'],
    data_processing_options_country: 0,
    data_processing_options_state: 0,
  }
}

/** Queues a delivery, unless one of this event is already waiting or running. */
export async function queueMarketingDelivery(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs'>,
  id: string,
): Promise<void> {
  await ctx.jobs.send(trx, MARKETING_EVENTS_QUEUE, { id }, { singletonKey: id })
}

/**
 * Withdraws a consent: deletes the events waiting under it and the ad click ids of its purchases. A delivery
 * running at this moment sees the withdrawal.
 */
export async function withdrawConsent(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  consentId: string,
): Promise<void> {
  await waitForConsentUse(trx, consentId)
  const wasUsed = await deletePendingEvents(trx, consentId)
  const keptMs = wasUsed ? CONSENT_KEPT_MS : UNKNOWN_WITHDRAWAL_KEPT_MS
  await recordWithdrawal(trx, { consentId, expiresAt: new Date(ctx.now().getTime() + keptMs) })
}

/** Deletes like `withdrawConsent`, but records nothing. Returns whether the consent was ever used. */
export async function deletePendingEvents(trx: Trx, consentId: string): Promise<boolean> {
  const hasEvents = await hasEventsUnder(trx, consentId)
  await deleteQueuedEventsUnder(trx, consentId)
  const hadAdClickIds = await deleteAdClickIdsOf(trx, consentId)
  return hasEvents || hadAdClickIds
}

/** Deletes events finished long ago, and withdrawals of consents that no browser holds any more. */
export async function purgeOldMarketingEvents(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - MARKETING_EVENT_KEPT_MS)
  await deleteEventsFinishedBefore(ctx.db, before)
  await purgeOldWithdrawals(ctx.db, ctx.now())
}
