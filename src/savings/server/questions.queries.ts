import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

type Span = { madeSince: Date; madeUntil: Date }

/** Of these people, trips that nobody has answered and that they were not asked about; the oldest first. */
export async function findUnasked(
  trx: Trx,
  { userIds, madeSince, madeUntil }: Span & { userIds: string[] },
) {
  return selectUnasked(trx, { madeSince, madeUntil })
    .where('trips.userId', 'in', userIds)
    .orderBy('madeAt')
    .execute()
}

/** The same of everybody, some people's at a time. */
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

/** Answers those that were not asked about before. */
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

/** Of these trips, those that nobody has answered yet, with what everybody may see of them. */
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
