import { businessDay } from '#app/shared/dates.ts'
import { countClicksByDay, findNames, type RankedBy, rankClicks } from './clicks.queries.ts'
import { type FigureList, type Listing, type ListRow, plainRow, wholeList } from './list.ts'
import { spanOf } from './lists.queries.ts'
import { countClicks, findClicks } from './lists-visits.queries.ts'
import { boundedSpan, daysOf } from './periods.rules.ts'
import { NO_BRAND, nameDeals, nameRanked } from './ranking.ts'

const KIND_WORDS: Record<string, string> = {
  click: 'Click',
  repeat: 'Again within ten seconds',
  prefetch: 'Fetched ahead of time',
  head: 'Asked for the headers only',
  bot: 'Program, or from another site',
}
const PLACE_WORDS: Record<string, string> = {
  'deal-card': 'Deal card',
  'splash-carousel': 'Carousel',
  other: 'Elsewhere',
}

/** One row for each time somebody went to a retailer. */
export async function clickList({ ctx: { db }, query }: Listing): Promise<FigureList> {
  return {
    title: `Clicks${await aboutWhat({ ctx: { db }, query })}`,
    note:
      query.click === 'click'
        ? 'Ways out to a retailer that a person took on our own pages. The same deal again within ten seconds counts once.'
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
            PLACE_WORDS[row.clickType] ?? row.clickType,
            KIND_WORDS[row.kind] ?? row.kind,
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
export function clickRanking(by: RankedBy, { ctx: { db }, query }: Listing): FigureList {
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

export function clicksByDay({ ctx, query }: Listing): FigureList {
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

/** A day, its numbers, and the list they lead to. */
export function dayRow(day: string, numbers: number[], rows: string): ListRow {
  return {
    ...plainRow(day, [day, ...numbers]),
    leadsTo: { rows, from: day, to: day },
  }
}

export function datesOf({ from, to }: Listing['query']): Record<string, string> {
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}
