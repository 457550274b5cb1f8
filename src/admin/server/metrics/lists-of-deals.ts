import { businessDay, formatDays, formatWait } from '#app/shared/dates.ts'
import { EVENT_KEPT_MS, REPEAT_MS } from '#app/tracking/tracking.facts.ts'
import {
  datesOf,
  type Listing,
  type ListRow,
  type MetricList,
  plainRow,
  wholeList,
} from './list.ts'
import {
  countClicks,
  countLocked,
  countPublished,
  findClicks,
  findLocked,
  findPublished,
  spanOf,
} from './lists.queries.ts'
import {
  countClicksByDay,
  countPublishedByDay,
  findNames,
  type RankedBy,
  rankClicks,
  rankLockedDeals,
} from './metrics.queries.ts'
import { boundedSpan, daysOf } from './periods.rules.ts'
import { NO_BRAND, nameDeals, nameRanked } from './ranking.ts'

const CLICK_KIND_NAMES: Record<string, string> = {
  click: 'Click',
  repeat: `Again within ${formatWait(REPEAT_MS / 1000)}`,
  prefetch: 'Fetched ahead of time',
  head: 'Asked for the headers only',
  bot: 'Program, or from another site',
}
const CLICK_TYPE_NAMES: Record<string, string> = {
  'deal-card': 'Deal card',
  'splash-carousel': 'Carousel',
  mail: 'Mail',
  other: 'Elsewhere',
}

/** One row for each visit to a retailer. */
export async function clickList({ ctx: { db }, query }: Listing): Promise<MetricList> {
  return {
    title: `Clicks${await aboutWhat({ ctx: { db }, query })}`,
    note:
      query.click === 'click'
        ? `Ways out to a retailer that a person took on our own pages. The same deal again within ${formatWait(REPEAT_MS / 1000)} counts once.`
        : 'Everything that asked for a way out, also what does not count as a click.',
    columns: [
      { label: 'When', type: 'moment' },
      { label: 'Deal', type: 'text' },
      { label: 'Retailer', type: 'text' },
      { label: 'Who', type: 'text' },
      { label: 'From', type: 'text' },
      { label: 'Kind', type: 'text' },
    ],
    count: () => countClicks(db, query),
    async find(slice) {
      const rows = await findClicks(db, query, slice)
      const nameOf = await nameDeals(
        db,
        rows.map(({ dealId }) => dealId),
      )
      return rows.map((row) => {
        const { name, retailer, isDeleted } = nameOf(row.dealId)
        return {
          ...plainRow(row.id, [
            row.clickedAt.toISOString(),
            name,
            retailer,
            row.email ?? 'Deleted account',
            CLICK_TYPE_NAMES[row.clickType] ?? row.clickType,
            CLICK_KIND_NAMES[row.kind] ?? row.kind,
          ]),
          dealId: isDeleted ? null : row.dealId,
          place: row.id,
        }
      })
    },
  }
}

async function aboutWhat({
  ctx: { db },
  query: { dealId, brandId, retailerId },
}: {
  ctx: Pick<Listing['ctx'], 'db'>
  query: Listing['query']
}): Promise<string> {
  const words: string[] = []
  if (dealId !== undefined) words.push(` on ${(await nameDeals(db, [dealId]))(dealId).name}`)
  if (brandId === NO_BRAND.id) words.push(' on deals without a brand')
  else if (brandId !== undefined) {
    words.push(` on ${(await findNames(db, 'brands', [brandId])).get(brandId) ?? brandId}`)
  }
  if (retailerId !== undefined) {
    const names = await findNames(db, 'retailers', [retailerId])
    words.push(` to ${names.get(retailerId) ?? retailerId}`)
  }
  return words.join('')
}

const BY = {
  deal: { title: 'Clicks by deal', label: 'Deal', filter: 'dealId' },
  brand: { title: 'Clicks by brand', label: 'Brand', filter: 'brandId' },
  retailer: { title: 'Clicks by retailer', label: 'Retailer', filter: 'retailerId' },
} as const

/** Every deal, brand or retailer that was clicked, the most clicked first. */
export function clickRanking(by: RankedBy, { ctx: { db }, query }: Listing): MetricList {
  const span = spanOf(query)
  const { title, label, filter } = BY[by]
  const rank = async (slice: { offset: number; limit: number }) =>
    (await rankClicks(db, span, slice)).filter((row) => row.by === by)
  return {
    title,
    note: 'Clicks that count. Those on deals that were deleted since are among them.',
    columns: [
      { label, type: 'text' },
      { label: 'Clicks', type: 'count' },
    ],
    count: async () => (await rank({ offset: 0, limit: 1 }))[0]?.count ?? 0,
    async find({ offset = 0, limit }) {
      const rows = await nameRanked(db, by, await rank({ offset, limit }))
      return rows.map(({ id, name, isDeleted, clicks }) => ({
        ...plainRow(id, [name, clicks]),
        dealId: by === 'deal' && !isDeleted ? id : null,
        leadsTo: { rows: 'clicks', ...datesOf(query), [filter]: id },
      }))
    },
  }
}

export function clicksByDay({ ctx, query }: Listing): MetricList {
  const span = boundedSpan(spanOf(query), businessDay(ctx.now()))
  return wholeList({
    title: 'Clicks by day',
    note: 'Clicks that count, by business day in Toronto.',
    columns: [
      { label: 'Day', type: 'day' },
      { label: 'Clicks', type: 'count' },
    ],
    async rows() {
      const byDay = await countClicksByDay(ctx.db, span)
      return daysOf(span).map((day) => dayRow(day, [byDay.get(day) ?? 0], 'clicks'))
    },
  })
}

/** A day with its numbers, and a link to the rows behind them. */
function dayRow(day: string, numbers: number[], rows: string): ListRow {
  return {
    ...plainRow(day, [day, ...numbers]),
    leadsTo: { rows, from: day, to: day },
  }
}

/** Deals by the time of their publication. */
export function dealList({ ctx: { db }, query }: Listing): MetricList {
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

export function dealsByDay({ ctx, query }: Listing): MetricList {
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

/** One row for each click on a deal that was locked for the person. */
export async function lockedList({ ctx: { db }, query }: Listing): Promise<MetricList> {
  const { dealId } = query
  const about = dealId === undefined ? '' : ` on ${(await nameDeals(db, [dealId]))(dealId).name}`
  return {
    title: `Locked-deal clicks${about}`,
    note: `Clicks on a deal by somebody who may not open it, as the pages report them. They are kept for ${formatDays(EVENT_KEPT_MS)}.`,
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

export function lockedRanking({ ctx: { db }, query }: Listing): MetricList {
  const rank = (slice: { offset: number; limit: number }) =>
    rankLockedDeals(db, spanOf(query), slice)
  return {
    title: 'Locked-deal clicks by deal',
    note: `What people wanted to open and could not, the most wanted first. Kept for ${formatDays(EVENT_KEPT_MS)}.`,
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
