import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

type Span = { userId: string; fromDay: string; beforeDay: string }

/** What somebody bought on these days; of the deals only what everybody may see. */
export async function findBought(db: Database, { userId, fromDay, beforeDay }: Span) {
  return db
    .selectFrom('ledgerRows')
    .leftJoin('trips', 'trips.number', 'ledgerRows.tripNumber')
    .leftJoin('deals', 'deals.id', 'ledgerRows.dealId')
    .leftJoin('brands', (join) =>
      join.on(sql<boolean>`brands.id = coalesce(trips.brand_id, deals.brand_id)`),
    )
    .select(['ledgerRows.id', 'tripNumber', 'ledgerRows.dealId', 'boughtOn', 'ledgerRows.state'])
    .select(['paidCents', 'savingCents', 'noughtWhy', 'waitsFor', 'reason', 'trips.wasCents'])
    .select(sql<string>`coalesce(brands.name, '')`.as('brandName'))
    .where('ledgerRows.userId', '=', userId)
    .where('boughtOn', '>=', fromDay)
    .where('boughtOn', '<', beforeDay)
    .where('ledgerRows.state', 'in', ['recorded', 'confirmed', 'returned', 'rejected'])
    .orderBy('boughtOn', 'desc')
    .orderBy('ledgerRows.id')
    .execute()
}

/** The same as sums: one read of an index, so that a meter may be on every page. */
export async function sumBought(db: Database, { userId, fromDay, beforeDay }: Span) {
  const cents = (state: string) =>
    sql<number>`coalesce(sum(saving_cents) filter (where state = ${state}), 0)::bigint`
  return db
    .selectFrom('ledgerRows')
    .select([
      cents('recorded').as('recordedCents'),
      cents('confirmed').as('confirmedCents'),
      cents('returned').as('returnedCents'),
      cents('rejected').as('rejectedCents'),
    ])
    .select(
      sql<number>`coalesce(sum(saving_cents) filter (where state = 'confirmed' and waits_for is not null), 0)::bigint`.as(
        'waitingCents',
      ),
    )
    .where('userId', '=', userId)
    .where('boughtOn', '>=', fromDay)
    .where('boughtOn', '<', beforeDay)
    .executeTakeFirstOrThrow()
}
