import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function countClicksOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('clicks')
    .select(selectDataCount('clickedAt'))
    .select(sql<number>`count(*) filter (where kind <> 'click')`.as('uncounted'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function countEventsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('events')
    .select(selectDataCount('happenedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Returns clicks with the deal's id and brand; its other details are for members, on its page. */
export async function findClicksOf(db: Database, userId: string) {
  return db
    .selectFrom('clicks')
    .innerJoin('deals', 'deals.id', 'clicks.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select(['clicks.dealId', 'brands.name as brand', 'clickType', 'kind', 'clickedAt'])
    .where('userId', '=', userId)
    .orderBy('clicks.id')
    .execute()
}

/** Returns trips with the prices that were shown; the deal is named by id and brand, as in clicks. */
export async function findTripsOf(db: Database, userId: string) {
  return db
    .selectFrom('trips')
    .leftJoin('brands', 'brands.id', 'trips.brandId')
    .select(['number', 'dealId', 'brandId', 'brands.name as brand', 'madeAt'])
    .select(['wasCents', 'nowCents', 'basis', 'isProven', 'travels'])
    .where('userId', '=', userId)
    .orderBy('madeAt')
    .execute()
}

export async function countTripsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('trips')
    .select(selectDataCount('madeAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function findEventsOf(db: Database, userId: string) {
  return db
    .selectFrom('events')
    .select(['type', 'data', 'happenedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

export type Whose = {
  userId: string
  /** Consents known to be this person's. */
  consentIds: string[]
}

/** Returns marketing events under these consents, or about this person's purchases. */
export async function findMarketingEventsOf(db: Database, whose: Whose) {
  return db
    .selectFrom('marketingEvents')
    .select(['eventName', 'eventId', 'consentId', 'payload', 'state', 'happenedAt', 'finishedAt'])
    .where(isAbout(whose))
    .orderBy('happenedAt')
    .execute()
}

export async function countMarketingEventsOf(db: Database, whose: Whose): Promise<DataCount> {
  return db
    .selectFrom('marketingEvents')
    .select(selectDataCount('happenedAt'))
    .where(isAbout(whose))
    .executeTakeFirstOrThrow()
}

/**
 * Tells whether somebody else has bought under this consent in a shared browser. Covers checkouts that no
 * longer name the consent, because their marketing events still do.
 */
export async function isConsentOfOthers(
  db: Database,
  { userId, consentId }: { userId: string; consentId: string },
): Promise<boolean> {
  const theirs = await db
    .selectFrom('checkouts')
    .select('id')
    .where(sql<boolean>`coalesce(user_id, claimed_user_id) <> ${userId}`)
    .where((eb) =>
      eb.or([
        eb('consentId', '=', consentId),
        sql<boolean>`event_id = any(array(
          select event_id from marketing_events where consent_id = ${consentId}
        ))`,
      ]),
    )
    .limit(1)
    .execute()
  return theirs.length > 0
}

/** Keeps the record that something was sent, but not under whose consent. */
export async function unlinkMarketingEvents(trx: Trx, consentIds: string[]): Promise<void> {
  await trx
    .updateTable('marketingEvents')
    .set({ consentId: '', lastError: null })
    .where(isUnder(consentIds))
    .execute()
}

/** A purchase belongs to its buyer, and to nobody while it waits for an account. */
function isAbout({ userId, consentIds }: Whose) {
  return sql<boolean>`
    (${isUnder(consentIds)} or event_name = 'Purchase' and event_id = any(array(
      select event_id from checkouts where user_id = ${userId} or claimed_user_id = ${userId}
    )))
    and not exists (
      select from checkouts
      where checkouts.event_id = marketing_events.event_id
        and user_id is distinct from ${userId} and claimed_user_id is distinct from ${userId}
    )`
}

/** Uses an array because the list may be empty, and `in ()` is not valid SQL. */
function isUnder(consentIds: string[]) {
  return sql<boolean>`consent_id = any(${consentIds}::text[])`
}
