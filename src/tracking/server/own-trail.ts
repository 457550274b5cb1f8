import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { withdrawConsent } from './marketing.ts'
import {
  findOwnClicks,
  findOwnEvents,
  findOwnMarketing,
  traceClicks,
  traceEvents,
  traceMarketing,
  unlinkMarketing,
  type Whose,
} from './own-trail.queries.ts'

export { isAgreementOfOthers } from './own-trail.queries.ts'

/** Where somebody went, what they did here, and what was told of it. */
export async function readOwnTrail(db: Database, whose: Whose) {
  const { userId } = whose
  return {
    clicks: await findOwnClicks(db, userId),
    events: await findOwnEvents(db, userId),
    marketing: await findOwnMarketing(db, whose),
  }
}

/** The same as numbers. */
export async function traceOwnTrail(db: Database, whose: Whose) {
  const { userId } = whose
  return {
    clicks: await traceClicks(db, userId),
    events: await traceEvents(db, userId),
    marketing: await traceMarketing(db, whose),
  }
}

/**
 * Withdraws these agreements, so that nothing more is told, and forgets under which of them something
 * was. Clicks and events are nobody's from the
 * moment the account is gone: they stay as numbers.
 */
export async function forgetTrail(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  consentIds: string[],
): Promise<void> {
  for (const consentId of consentIds) await withdrawConsent(trx, ctx, consentId)
  await unlinkMarketing(trx, consentIds)
}
