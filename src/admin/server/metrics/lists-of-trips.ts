import { businessDay, HOUR_MS } from '#app/shared/dates.ts'
import { centsToDollars } from '#app/shared/money.ts'
import {
  countTrips,
  findCheckAges,
  findReportTimes,
  findTrips,
  sumChecks,
  sumReports,
  sumTripsBy,
  type TripFigures,
  type TripsBy,
} from './brought.queries.ts'
import { type Listing, type ListRow, type MetricList, plainRow, wholeList } from './list.ts'
import { spanOf } from './lists.queries.ts'
import { findNames } from './metrics.queries.ts'
import { boundedSpan } from './periods.rules.ts'
import { NO_BRAND, nameDeals } from './ranking.ts'

/** More groups than anybody reads; the file of all trips has the rest. */
const MOST_GROUPS = 5000

const STATES: Record<string, string> = {
  open: 'Not said',
  'not-bought': 'Not bought',
  recorded: 'Recorded',
  confirmed: 'Confirmed',
  returned: 'Returned',
  rejected: 'Rejected',
}

/** One row for each trip, with its outcome but without names. */
export async function tripList({ ctx: { db }, query }: Listing): Promise<MetricList> {
  const { dealId, brandId, retailerId } = query
  const narrowed = { ...spanOf(query), dealId, brandId, retailerId }
  return {
    title: 'Trips',
    note: 'Counted clicks of members, and what became of them: recorded by the member, confirmed by a network.',
    columns: [
      { label: 'When', type: 'moment' },
      { label: 'Trip', type: 'text' },
      { label: 'Deal', type: 'text' },
      { label: 'Retailer', type: 'text' },
      { label: 'State', type: 'text' },
      { label: 'Bought on', type: 'text' },
      { label: 'Paid', type: 'money' },
      { label: 'Saved', type: 'money' },
      { label: 'Commission', type: 'money' },
    ],
    count: () => countTrips(db, narrowed),
    async find({ limit, offset = 0 }) {
      const rows = await findTrips(db, narrowed, { limit, offset })
      const nameOf = await nameDeals(
        db,
        rows.map((row) => row.dealId),
      )
      const shops = await findNames(
        db,
        'retailers',
        rows.flatMap((row) => row.retailerId ?? []),
      )
      return rows.map((row) => {
        const { name, isDeleted } = nameOf(row.dealId)
        return {
          ...plainRow(row.number, [
            row.madeAt.toISOString(),
            row.number,
            name,
            shops.get(row.retailerId ?? '') ?? '',
            STATES[row.state ?? 'open'] ?? row.state,
            row.boughtOn,
            centsToDollars(row.paidCents),
            centsToDollars(row.savingCents),
            centsToDollars(row.commissionCents),
          ]),
          dealId: isDeleted ? null : row.dealId,
        }
      })
    },
  }
}

const BY = {
  deal: { title: 'Trips by deal', label: 'Deal', filter: 'dealId' },
  brand: { title: 'Trips by brand', label: 'Brand', filter: 'brandId' },
  retailer: { title: 'Trips by retailer', label: 'Retailer', filter: 'retailerId' },
  day: { title: 'Trips by day', label: 'Day', filter: '' },
} as const

export function tripsBy(by: TripsBy, { ctx, query }: Listing): MetricList {
  const { title, label, filter } = BY[by]
  const span = by === 'day' ? boundedSpan(spanOf(query), businessDay(ctx.now())) : spanOf(query)
  const dates = {
    ...(query.from ? { from: query.from } : {}),
    ...(query.to ? { to: query.to } : {}),
  }
  return wholeList({
    title,
    note: 'Trips made in this time, and what has become of them since.',
    columns: [
      { label, type: by === 'day' ? 'day' : 'text' },
      { label: 'Trips', type: 'count' },
      { label: 'Recorded', type: 'count' },
      { label: 'Confirmed', type: 'count' },
      { label: 'Returned', type: 'count' },
      { label: 'Rejected', type: 'count' },
      { label: 'Saved, confirmed', type: 'money' },
      { label: 'Commission', type: 'money' },
    ],
    async rows() {
      const rows = await sumTripsBy(ctx.db, by, span, MOST_GROUPS)
      const nameOf = await namesOf(
        ctx,
        by,
        rows.flatMap(({ key }) => key ?? []),
      )
      return rows.map(({ key, ...figures }): ListRow => {
        const id = key ?? NO_BRAND.id
        const narrowed: Record<string, string> =
          by === 'day' ? { from: id, to: id } : { ...dates, [filter]: id }
        return {
          ...plainRow(id, [key === null ? NO_BRAND.name : nameOf(id), ...cellsOf(figures)]),
          leadsTo: { rows: 'trips', ...narrowed },
        }
      })
    },
  })
}

async function namesOf({ db }: Pick<Listing['ctx'], 'db'>, by: TripsBy, ids: string[]) {
  if (by === 'day') return (day: string) => day
  if (by === 'deal') {
    const nameOf = await nameDeals(db, ids)
    return (id: string) => nameOf(id).name
  }
  const names = await findNames(db, by === 'brand' ? 'brands' : 'retailers', ids)
  return (id: string) => names.get(id) ?? id
}

function cellsOf(figures: TripFigures): number[] {
  const { trips, recorded, confirmed, returned, rejected, savedCents, commissionCents } = figures
  return [trips, recorded, confirmed, returned, rejected, savedCents / 100, commissionCents / 100]
}

/** Every live deal with its last conclusive check, the oldest first. */
export function checkAges({ ctx }: Listing): MetricList {
  return {
    title: 'Looks at prices',
    note: 'Living deals by when our own look at the retailer’s page could last tell for certain, the longest ago first.',
    columns: [
      { label: 'Deal', type: 'text' },
      { label: 'Retailer', type: 'text' },
      { label: 'Last for certain', type: 'moment' },
      { label: 'Hours ago', type: 'hours' },
      { label: 'Last look', type: 'moment' },
      { label: 'Answer', type: 'text' },
    ],
    count: async () => (await sumChecks(ctx.db, ctx.now())).deals,
    async find({ limit, offset = 0 }) {
      const rows = await findCheckAges(ctx.db, { limit, offset })
      const nameOf = await nameDeals(
        ctx.db,
        rows.map(({ dealId }) => dealId),
      )
      return rows.map(({ dealId, lookedAt, certainAt, answer }) => {
        const { name, retailer } = nameOf(dealId)
        const age = certainAt && Math.floor((ctx.now().getTime() - certainAt.getTime()) / HOUR_MS)
        return {
          ...plainRow(dealId, [
            name,
            retailer,
            certainAt?.toISOString() ?? null,
            age,
            lookedAt?.toISOString() ?? null,
            answer,
          ]),
          dealId,
        }
      })
    },
  }
}

/** Reports, with the time until they were answered. */
export function reportTimes({ ctx: { db }, query }: Listing): MetricList {
  const span = spanOf(query)
  return {
    title: 'Reports',
    note: 'What people told us was wrong with a deal, and how long the answer took. Nobody’s name or words stand here.',
    columns: [
      { label: 'When', type: 'moment' },
      { label: 'Deal', type: 'text' },
      { label: 'What', type: 'text' },
      { label: 'Answered', type: 'moment' },
      { label: 'Hours', type: 'hours' },
      { label: 'Outcome', type: 'text' },
    ],
    count: async () => (await sumReports(db, span)).reported,
    async find({ limit, offset = 0 }) {
      const rows = await findReportTimes(db, span, { limit, offset })
      const nameOf = await nameDeals(
        db,
        rows.map(({ dealId }) => dealId),
      )
      return rows.map(({ id, dealId, kind, reportedAt, answeredAt, outcome }) => {
        const { name, isDeleted } = nameOf(dealId)
        const ms = answeredAt && answeredAt.getTime() - reportedAt.getTime()
        return {
          ...plainRow(id, [
            reportedAt.toISOString(),
            name,
            kind,
            answeredAt?.toISOString() ?? null,
            ms === null ? null : Math.round(ms / HOUR_MS),
            outcome,
          ]),
          dealId: isDeleted ? null : dealId,
        }
      })
    },
  }
}
