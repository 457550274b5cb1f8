import type { MetricRows, RowKind, RowsQuery } from '#app/admin/metrics.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { CsvCell } from '#app/server/csv.ts'
import { businessClock } from '#app/shared/dates.ts'
import type { Listing, ListRow, MetricList } from './list.ts'
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

type Reading = Pick<AppContext, 'db' | 'now'>

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
}

/** A page of the rows behind a number; the last one, when there are fewer pages than that. */
export async function readMetricRows(
  ctx: Reading,
  kind: RowKind,
  { page, limit, ...query }: RowsQuery,
): Promise<MetricRows> {
  const list = await LISTS[kind]({ ctx, query })
  const total = await list.count()
  const pages = Math.max(1, Math.ceil(total / limit))
  const shown = Math.min(page, pages)
  const rows = await list.find({ offset: (shown - 1) * limit, limit })
  const { title, note, columns } = list
  return { kind, title, note, columns, rows, total, page: shown, pages }
}

/** All of them for a spreadsheet program, times as the clock in Toronto showed them. */
export async function writeMetricCsv(ctx: Reading, kind: RowKind, query: Listing['query']) {
  const list = await LISTS[kind]({ ctx, query })
  return {
    columns: list.columns.map(({ label, type }) =>
      type === 'moment' ? `${label} (Toronto)` : label,
    ),
    parts: csvParts(list),
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
