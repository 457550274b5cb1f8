import type { FastifyRequest } from 'fastify'
import type { Database, Trx } from '#app/db/database.ts'
import { readGrant } from '#app/server/consent/consent.ts'
import type { AppContext } from '#app/server/context.ts'
import { withdrawConsent } from './marketing-events.ts'
import {
  countClicksOf,
  countEventsOf,
  countMarketingEventsOf,
  countTripsOf,
  findClicksOf,
  findEventsOf,
  findMarketingEventsOf,
  findTripsOf,
  isConsentOfOthers,
  unlinkMarketingEvents,
  type Whose,
} from './personal-data.queries.ts'

/** Exports a person's clicks, trips, events and marketing events. */
export async function exportTracking(db: Database, whose: Whose) {
  const { userId } = whose
  return {
    clicks: await findClicksOf(db, userId),
    trips: await findTripsOf(db, userId),
    events: await findEventsOf(db, userId),
    marketing: await findMarketingEventsOf(db, whose),
  }
}

/** Counts the rows that `exportTracking` returns. */
export async function countTracking(db: Database, whose: Whose) {
  const { userId } = whose
  return {
    clicks: await countClicksOf(db, userId),
    trips: await countTripsOf(db, userId),
    events: await countEventsOf(db, userId),
    marketing: await countMarketingEventsOf(db, whose),
  }
}

/**
 * Returns the id of this browser's consent; undefined if there is none, or if somebody else who shares the
 * browser has bought under it.
 */
export async function findOwnConsentId(
  { db }: Pick<AppContext, 'db'>,
  request: Pick<FastifyRequest, 'cookies'>,
  userId: string,
): Promise<string | undefined> {
  const consentId = readGrant(request)?.consentId
  if (!consentId || (await isConsentOfOthers(db, { userId, consentId }))) return
  return consentId
}

/**
 * Withdraws consents, so that nothing more is sent, and unlinks what was sent under them. Clicks and events
 * lose their owner when the account is deleted, and stay for statistics.
 */
export async function anonymiseTracking(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  consentIds: string[],
): Promise<void> {
  for (const consentId of consentIds) await withdrawConsent(trx, ctx, consentId)
  await unlinkMarketingEvents(trx, consentIds)
}
