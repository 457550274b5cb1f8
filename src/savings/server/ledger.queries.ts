import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

/** A range of days; `beforeDay` is exclusive. */
type Days = { fromDay: string; beforeDay: string }
type Whose = { userId: string; spans: Days[] }

/** Matches purchases in any of these ranges. */
function isBoughtIn(spans: Days[]) {
  return (eb: ExpressionBuilder<Pick<Tables, 'ledgerRows'>, 'ledgerRows'>) =>
    eb.or(
      spans.map(({ fromDay, beforeDay }) =>
        eb.and([eb('boughtOn', '>=', fromDay), eb('boughtOn', '<', beforeDay)]),
      ),
    )
}

/** Returns a person's purchases in these ranges, with public details of the deals only. */
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

/** Sums purchases by an index scan, fast enough for a meter on every page. */
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
