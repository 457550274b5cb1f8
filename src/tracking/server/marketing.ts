import { createHash } from 'node:crypto'
import type { Trx } from '#app/db/database.ts'
import { forgetMarksOf } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import {
  deleteEventsFinishedBefore,
  deleteQueuedEventsOf,
  insertMarketingEvent,
  insertWithdrawal,
  isWithdrawn,
} from './marketing.queries.ts'
import { type Happening, payloadOf } from './marketing-payload.ts'

export const MARKETING_QUEUE = 'marketing'

/** Far longer than anything is told of: what is remembered is that it has been told. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Promises that the marketing service is told, in the caller's transaction. Saying it again does
 * nothing, and so does saying it where no service is configured.
 */
export async function queueMarketingEvent(
  trx: Trx,
  ctx: AppContext,
  happening: Happening,
): Promise<void> {
  if (!ctx.config.tracking?.conversions) return
  const id = newId()
  const { eventName, eventId, consentId, happenedAt } = happening
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
  await insertWithdrawal(trx, { id: newId(), mark: withdrawalOf(consentId), now: ctx.now() })
  await deleteQueuedEventsOf(trx, consentId)
  await forgetMarksOf(trx, consentId)
}

export async function hasWithdrawn({ db }: AppContext, consentId: string): Promise<boolean> {
  return isWithdrawn(db, withdrawalOf(consentId))
}

export async function forgetOldMarketingEvents(ctx: AppContext): Promise<void> {
  await deleteEventsFinishedBefore(ctx.db, new Date(ctx.now().getTime() - REMEMBERED_MS))
}

function withdrawalOf(consentId: string): string {
  return `withdrawn:${createHash('sha256').update(consentId).digest('base64url')}`
}
