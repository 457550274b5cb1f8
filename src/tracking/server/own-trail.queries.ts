import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { type Trace, traceOf } from '#app/server/traces.ts'

export async function traceClicks(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('clicks')
    .select(traceOf('clickedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function traceEvents(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('events')
    .select(traceOf('happenedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** By id and brand: the rest of a deal is for members, who see it on its page. */
export async function findOwnClicks(db: Database, userId: string) {
  return db
    .selectFrom('clicks')
    .innerJoin('deals', 'deals.id', 'clicks.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select(['clicks.dealId', 'brands.name as brand', 'clickType', 'kind', 'clickedAt'])
    .where('userId', '=', userId)
    .orderBy('clicks.id')
    .execute()
}

export async function findOwnEvents(db: Database, userId: string) {
  return db
    .selectFrom('events')
    .select(['type', 'data', 'happenedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** What was told, or waits to be, under these agreements. */
export async function findOwnMarketing(db: Database, consentIds: string[]) {
  return db
    .selectFrom('marketingEvents')
    .select(['eventName', 'eventId', 'consentId', 'payload', 'state', 'happenedAt', 'finishedAt'])
    .where(isUnder(consentIds))
    .orderBy('happenedAt')
    .execute()
}

export async function traceMarketing(db: Database, consentIds: string[]): Promise<Trace> {
  return db
    .selectFrom('marketingEvents')
    .select(traceOf('happenedAt'))
    .where(isUnder(consentIds))
    .executeTakeFirstOrThrow()
}

/** Of what has been told there remains that it has, and not under whose agreement. */
export async function unlinkMarketing(trx: Trx, consentIds: string[]): Promise<void> {
  await trx
    .updateTable('marketingEvents')
    .set({ consentId: '', lastError: null })
    .where(isUnder(consentIds))
    .execute()
}

/** Of no agreement there is nothing: `in ()` is not SQL, and an array may be empty. */
function isUnder(consentIds: string[]) {
  return sql<boolean>`consent_id = any(${consentIds}::text[])`
}
