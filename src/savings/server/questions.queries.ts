import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

type Span = { madeSince: Date; madeUntil: Date }

/** Returns these people's trips without an answer or an earlier question, the oldest first. */
export async function findUnasked(
  trx: Trx,
  { userIds, madeSince, madeUntil }: Span & { userIds: string[] },
) {
  return selectUnasked(trx, { madeSince, madeUntil })
    .where('trips.userId', 'in', userIds)
    .orderBy('madeAt')
    .execute()
}

/** Returns people who have such trips, paged by user id. */
export async function findPeopleToAsk(
  db: Database,
  { limit, after, ...span }: Span & { limit: number; after: string },
): Promise<string[]> {
  const rows = await selectUnasked(db, span)
    .clearSelect()
    .select('trips.userId')
    .where('trips.userId', '>', after)
    .distinct()
    .orderBy('trips.userId')
    .limit(limit)
    .execute()
  return rows.flatMap(({ userId }) => userId ?? [])
}

function selectUnasked(db: Database, { madeSince, madeUntil }: Span) {
  return db
    .selectFrom('trips')
    .select(['number', 'trips.userId', 'trips.dealId', 'madeAt'])
    .where('madeAt', '>', madeSince)
    .where('madeAt', '<=', madeUntil)
    .where('trips.userId', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledgerRows')
            .select('id')
            .whereRef('tripNumber', '=', 'trips.number')
            .where('ledgerRows.state', '<>', 'open'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('askedTrips').select('askedAt').whereRef('tripNumber', '=', 'trips.number'),
        ),
      ),
    )
}

/** Marks trips as asked about; returns those that were not marked before. */
export async function insertAsked(
  trx: Trx,
  { numbers, askedAt }: { numbers: string[]; askedAt: Date },
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await trx
    .insertInto('askedTrips')
    .values(numbers.map((tripNumber) => ({ tripNumber, askedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('tripNumber')
    .execute()
  return new Set(rows.map(({ tripNumber }) => tripNumber))
}

/** Returns which of these trips have no answer yet, with their public details. */
export async function findUnanswered(db: Database, numbers: string[]) {
  if (numbers.length === 0) return []
  return db
    .selectFrom('trips')
    .leftJoin('brands', 'brands.id', 'trips.brandId')
    .leftJoin('ledgerRows', 'ledgerRows.tripNumber', 'trips.number')
    .select(['number', 'madeAt', 'nowCents'])
    .select(sql<string>`coalesce(brands.name, '')`.as('brandName'))
    .where('number', 'in', numbers)
    .where(sql<boolean>`coalesce(ledger_rows.state, 'open') = 'open'`)
    .orderBy('madeAt')
    .execute()
}
