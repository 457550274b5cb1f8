import type { Trx } from '#app/db/database.ts'
import { deleteAdClickIdsOf } from '#app/membership/server/checkout/purchases.queries.ts'
import { CONSENT_SECONDS } from '#app/server/consent/consent.ts'
import {
  endAgreement,
  holdAgreement,
  noteWithdrawal,
  purgeOldWithdrawals,
} from '#app/server/consent/consent-withdrawals.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import {
  deleteEventsFinishedBefore,
  deleteQueuedEventsOf,
  hasEventsOf,
  insertMarketingEvent,
} from './marketing.queries.ts'
import { type Happening, payloadOf } from './marketing-payload.ts'

export const MARKETING_QUEUE = 'marketing'

/** Far longer than anything is told of: what is remembered is that it has been told. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000
/** For what is on its way: nothing is told under this id, and anybody can make up another one. */
const UNKNOWN_NOTED_MS = 24 * 60 * 60 * 1000

/**
 * Promises that the marketing service is told, in the caller's transaction. Saying it again does
 * nothing, and so does saying it where no service is configured or the agreement is over.
 */
export async function queueMarketingEvent(
  trx: Trx,
  ctx: AppContext,
  happening: Happening,
): Promise<void> {
  if (!ctx.config.tracking?.conversions) return
  const { eventName, eventId, consentId, happenedAt } = happening
  if (!(await holdAgreement(trx, consentId))) return
  const id = newId()
  const payload = JSON.stringify(payloadOf(happening))
  const row = { id, eventName, eventId, consentId, happenedAt, payload }
  if (await insertMarketingEvent(trx, row)) await queueTelling(trx, ctx, id)
}

/** Does nothing while this event waits or is under way. */
export async function queueTelling(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs'>,
  id: string,
): Promise<void> {
  await ctx.jobs.send(trx, MARKETING_QUEUE, { id }, { singletonKey: id })
}

/**
 * Ends an agreement: what waits to be told under it is deleted, what its purchases would be told
 * with is blanked, and what is on its way at this moment finds that it is over.
 */
export async function withdrawConsent(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  consentId: string,
): Promise<void> {
  await endAgreement(trx, consentId)
  const isKnown = await forgetWhatWaits(trx, consentId)
  const lastsMs = isKnown ? CONSENT_SECONDS * 1000 : UNKNOWN_NOTED_MS
  await noteWithdrawal(trx, { consentId, expiresAt: new Date(ctx.now().getTime() + lastsMs) })
}

/** The same without a note: for where nothing is measured. True if there was ever anything. */
export async function forgetWhatWaits(trx: Trx, consentId: string): Promise<boolean> {
  const hasEvents = await hasEventsOf(trx, consentId)
  await deleteQueuedEventsOf(trx, consentId)
  const hadMarks = await deleteAdClickIdsOf(trx, consentId)
  return hasEvents || hadMarks
}

/** What is told, and agreements that no browser remembers any more. */
export async function purgeOldMarketingEvents(ctx: AppContext): Promise<void> {
  await deleteEventsFinishedBefore(ctx.db, new Date(ctx.now().getTime() - REMEMBERED_MS))
  await purgeOldWithdrawals(ctx.db, ctx.now())
}
