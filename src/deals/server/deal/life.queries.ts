import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#app/db/tables.ts'

// Which deals a query means, in one place. Partial indexes of `deals` match these conditions, so the columns
// must be named as here.

type OfDeals = ExpressionBuilder<Pick<Tables, 'deals'>, 'deals'>

/** Published, ended or not: has a page of its own. */
export function published(eb: OfDeals): Expression<SqlBool> {
  return eb('deals.isPublished', '=', true)
}

/** In the feed: living deals, and those that ended on this business day. */
export function listed(eb: OfDeals): Expression<SqlBool> {
  return eb.and([published(eb), eb('deals.hasLeftFeed', '=', false)])
}

/** The deals that are counted, claimed and recommended. */
export function living(eb: OfDeals): Expression<SqlBool> {
  return eb.and([published(eb), eb('deals.endedAt', 'is', null)])
}

/** The position among deals published at the same moment: as planned, otherwise as entered. */
export const plannedPosition = sql<number>`coalesce(
  (select position from edition_deals where edition_deals.deal_id = deals.id), deals.feed_position)`
