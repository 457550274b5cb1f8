import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#app/db/tables.ts'

// What of the catalogue is meant, said once. An index of `deals` stands behind each: the columns have to
// be named as here.

type OfDeals = ExpressionBuilder<Pick<Tables, 'deals'>, 'deals'>

/** Out, ended or not: has a page of its own. */
export function published(eb: OfDeals): Expression<SqlBool> {
  return eb('deals.isPublished', '=', true)
}

/** In the feed: live ones, and those that have ended on this business day. */
export function listed(eb: OfDeals): Expression<SqlBool> {
  return eb.and([published(eb), eb('deals.hasLeftFeed', '=', false)])
}

/** What counts, is claimed and is recommended. */
export function living(eb: OfDeals): Expression<SqlBool> {
  return eb.and([published(eb), eb('deals.endedAt', 'is', null)])
}

/** A deal's place among those that go out at the same moment: as it was planned, else as it came in. */
export const plannedPosition = sql<number>`coalesce(
  (select position from edition_deals where edition_deals.deal_id = deals.id), deals.feed_position)`
