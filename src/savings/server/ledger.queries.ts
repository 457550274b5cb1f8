import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

/** Days without a gap: the last one is the one before. */
type Days = { fromDay: string; beforeDay: string }
type Whose = { userId: string; spans: Days[] }

/** Bought on any of these days. */
function isBoughtIn(spans: Days[]) {
  return (eb: ExpressionBuilder<Pick<Tables, 'ledgerRows'>, 'ledgerRows'>) =>
    eb.or(
      spans.map(({ fromDay, beforeDay }) =>
        eb.and([eb('boughtOn', '>=', fromDay), eb('boughtOn', '<', beforeDay)]),
      ),
    )
}

/** What somebody bought on these days; of the deals only what everybody may see. */
export async function findBought(db: Database, { userId, spans }: Whose) {
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
    .where(isBoughtIn(spans))
    .where('ledgerRows.state', 'in', ['recorded', 'confirmed', 'returned', 'rejected'])
    .orderBy('boughtOn', 'desc')
    .orderBy('ledgerRows.id')
    .execute()
}

/** The same as sums: one read of an index, so that a meter may be on every page. */
export async function sumBought(db: Database, { userId, spans }: Whose) {
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
    .where(isBoughtIn(spans))
    .executeTakeFirstOrThrow()
}
