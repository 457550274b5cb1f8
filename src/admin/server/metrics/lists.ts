import type { MetricRows, RowKind, RowsQuery } from '#app/admin/metrics/metrics.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { CsvCell } from '#app/server/csv.ts'
import { businessClock } from '#app/shared/dates.ts'
import { hideAddress, rowForAnalyst } from './analysts.rules.ts'
import type { Listing, ListRow, MetricList } from './list.ts'
import {
  cohortList,
  joinedBy,
  joinedList,
  leftByReason,
  leftList,
  recurringByMonth,
  recurringList,
  renewalList,
  trialsByWeek,
} from './lists-of-business.ts'
import {
  clickList,
  clickRanking,
  clicksByDay,
  dealList,
  dealsByDay,
  lockedList,
  lockedRanking,
} from './lists-of-deals.ts'
import {
  checkoutList,
  memberList,
  paymentList,
  revenueByMonth,
  trialList,
  unclaimedList,
} from './lists-of-members.ts'
import { followList, followsByWhat, keptByDay, saveList, savesByDeal } from './lists-of-saves.ts'
import { checkAges, reportTimes, tripList, tripsBy } from './lists-of-trips.ts'

type Reading = Pick<AppContext, 'db' | 'now' | 'payments'>

/** Batch size: the embedded database blocks the process while a statement runs. */
const ROWS_PER_STATEMENT = 250

const LISTS: Record<RowKind, (listing: Listing) => MetricList | Promise<MetricList>> = {
  clicks: clickList,
  'clicks-by-deal': (listing) => clickRanking('deal', listing),
  'clicks-by-brand': (listing) => clickRanking('brand', listing),
  'clicks-by-retailer': (listing) => clickRanking('retailer', listing),
  'clicks-by-day': clicksByDay,
  deals: dealList,
  'deals-by-day': dealsByDay,
  locked: lockedList,
  'locked-by-deal': lockedRanking,
  checkouts: checkoutList,
  members: memberList,
  trials: trialList,
  payments: paymentList,
  'revenue-by-month': revenueByMonth,
  unclaimed: unclaimedList,
  trips: tripList,
  'trips-by-deal': (listing) => tripsBy('deal', listing),
  'trips-by-brand': (listing) => tripsBy('brand', listing),
  'trips-by-retailer': (listing) => tripsBy('retailer', listing),
  'trips-by-day': (listing) => tripsBy('day', listing),
  checks: checkAges,
  reports: reportTimes,
  saves: saveList,
  'saves-by-deal': savesByDeal,
  follows: followList,
  'follows-by-what': followsByWhat,
  'kept-by-day': keptByDay,
  recurring: byProvider(recurringList),
  'recurring-by-month': byProvider(recurringByMonth),
  'trials-by-week': byProvider(trialsByWeek),
  joined: joinedList,
  'joined-by-site': byProvider((listing) => joinedBy('site', listing)),
  'joined-by-place': byProvider((listing) => joinedBy('place', listing)),
  left: leftList,
  'left-by-reason': byProvider(leftByReason),
  renewals: byProvider(renewalList),
  cohort: byProvider(cohortList),
}

/** Uses the payment provider's clock, to which the dates of memberships refer. */
function byProvider(list: (listing: Listing) => MetricList) {
  return ({ ctx, query }: Listing) =>
    list({ ctx: { ...ctx, now: ctx.payments.providerNow }, query })
}

/** Returns a page of the rows behind a number; a page past the end returns the last one. */
export async function readMetricRows(
  ctx: Reading,
  kind: RowKind,
  { page, limit, isForOwner, ...query }: RowsQuery & { isForOwner: boolean },
): Promise<MetricRows> {
  const list = await LISTS[kind]({ ctx, query })
  const total = await list.count()
  const pages = Math.max(1, Math.ceil(total / limit))
  const shown = Math.min(page, pages)
  const rows = await list.find({ offset: (shown - 1) * limit, limit })
  const { title, note, columns } = list
  return {
    kind,
    title,
    note,
    columns,
    total,
    page: shown,
    pages,
    rows: isForOwner ? rows : rows.map((row) => ({ ...row, cells: row.cells.map(hideAddress) })),
  }
}

/** Streams all rows for a spreadsheet program, with times in Toronto time. */
export async function writeMetricCsv(
  ctx: Reading,
  kind: RowKind,
  { isForOwner, ...query }: Listing['query'] & { isForOwner: boolean },
) {
  const list = await LISTS[kind]({ ctx, query })
  return {
    columns: list.columns.map(({ label, type }) =>
      type === 'moment' ? `${label} (Toronto)` : label,
    ),
    parts: isForOwner ? csvParts(list) : partsForAnalyst(list),
  }
}

async function* partsForAnalyst(list: MetricList): AsyncGenerator<CsvCell[][]> {
  for await (const rows of csvParts(list)) {
    yield rows.map((cells) => rowForAnalyst(list.columns, cells))
  }
}

async function* csvParts(list: MetricList): AsyncGenerator<CsvCell[][]> {
  let last: ListRow | undefined
  for (let offset = 0; ; offset += ROWS_PER_STATEMENT) {
    const limit = ROWS_PER_STATEMENT
    const rows = await list.find(
      last?.place === undefined ? { offset, limit } : { after: last.place, limit },
    )
    if (rows.length > 0) yield rows.map((row) => cellsOf(list, row))
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}

function cellsOf({ columns }: MetricList, { cells }: ListRow): CsvCell[] {
  return cells.map((cell, index) =>
    columns[index]?.type === 'moment' && cell !== null ? businessClock(new Date(cell)) : cell,
  )
}
