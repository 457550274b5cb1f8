import { businessDay } from '#app/shared/dates.ts'
import { countPublishedByDay } from './deals.queries.ts'
import { rankLockedDeals } from './joining.queries.ts'
import { type FigureList, type Listing, plainRow, wholeList } from './list.ts'
import { datesOf, dayRow } from './list-clicks.ts'
import { spanOf } from './lists.queries.ts'
import { countLocked, countPublished, findLocked, findPublished } from './lists-visits.queries.ts'
import { boundedSpan, daysOf } from './periods.rules.ts'
import { nameDeals, nameRanked } from './ranking.ts'

/** Deals by when they were published. */
export function dealList({ ctx: { db }, query }: Listing): FigureList {
  const isTakenBack = query.state === 'taken-back'
  return {
    title: isTakenBack ? 'Deals taken back since' : 'Deals published',
    note: isTakenBack
      ? 'Published then, and deleted or unpublished since. They do not count.'
      : 'In the feed now, by the business day on which they were published.',
    columns: [
      { label: 'Published', type: 'moment' },
      { label: 'Deal', type: 'text' },
      { label: 'Retailer', type: 'text' },
      { label: 'Clicks since', type: 'count' },
      { label: 'Now', type: 'text' },
    ],
    count: () => countPublished(db, query),
    async find(slice) {
      const rows = await findPublished(db, query, slice)
      const nameOf = await nameDeals(
        db,
        rows.map(({ id }) => id),
      )
      return rows.map(({ id, publishedAt, isPublished, isDeleted }) => {
        const { name, retailer, clicks } = nameOf(id)
        const now = isPublished ? 'In the feed' : isDeleted ? 'Deleted' : 'Unpublished'
        return {
          ...plainRow(id, [publishedAt.toISOString(), name, retailer, clicks, now]),
          dealId: isDeleted ? null : id,
          leadsTo: { rows: 'clicks', dealId: id },
        }
      })
    },
  }
}

export function dealsByDay({ ctx, query }: Listing): FigureList {
  const span = boundedSpan(spanOf(query), businessDay(ctx.now()))
  return wholeList({
    title: 'Deals by day',
    note: 'In the feed now, by the business day on which they were published; and those published then that were deleted or unpublished since.',
    columns: [
      { label: 'Day', type: 'day' },
      { label: 'Deals', type: 'count' },
      { label: 'Taken back since', type: 'count' },
    ],
    async rows() {
      const byDay = await countPublishedByDay(ctx.db, span)
      return daysOf(span).map((day) => {
        const { published = 0, takenBack = 0 } = byDay.get(day) ?? {}
        return dayRow(day, [published, takenBack], 'deals')
      })
    },
  })
}

/** One row for each time somebody who may not open a deal wanted to. */
export async function lockedList({ ctx: { db }, query }: Listing): Promise<FigureList> {
  const { dealId } = query
  const about = dealId === undefined ? '' : ` on ${(await nameDeals(db, [dealId]))(dealId).name}`
  return {
    title: `Locked-deal clicks${about}`,
    note: 'Clicks on a deal by somebody who may not open it, as the pages report them. They are kept for 90 days.',
    columns: [
      { label: 'When', type: 'moment' },
      { label: 'Deal', type: 'text' },
      { label: 'Retailer', type: 'text' },
      { label: 'Who', type: 'text' },
    ],
    count: () => countLocked(db, query),
    async find(slice) {
      const rows = await findLocked(db, query, slice)
      const nameOf = await nameDeals(
        db,
        rows.map((row) => row.dealId),
      )
      return rows.map((row) => {
        const { name, retailer, isDeleted } = nameOf(row.dealId)
        const who = row.email ?? 'Visitor, or a deleted account'
        return {
          ...plainRow(row.id, [row.happenedAt.toISOString(), name, retailer, who]),
          dealId: isDeleted ? null : row.dealId,
          place: row.id,
        }
      })
    },
  }
}

export function lockedRanking({ ctx: { db }, query }: Listing): FigureList {
  const rank = (slice: { offset: number; limit: number }) =>
    rankLockedDeals(db, spanOf(query), slice)
  return {
    title: 'Locked-deal clicks by deal',
    note: 'What people wanted to open and could not, the most wanted first. Kept for 90 days.',
    columns: [
      { label: 'Deal', type: 'text' },
      { label: 'Clicks', type: 'count' },
    ],
    count: async () => (await rank({ offset: 0, limit: 1 }))[0]?.count ?? 0,
    async find({ offset = 0, limit }) {
      const rows = await nameRanked(db, 'deal', await rank({ offset, limit }))
      return rows.map(({ id, name, isDeleted, clicks }) => ({
        ...plainRow(id, [name, clicks]),
        dealId: isDeleted ? null : id,
        leadsTo: { rows: 'locked', ...datesOf(query), dealId: id },
      }))
    },
  }
}
