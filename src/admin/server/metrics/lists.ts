import type { MetricRows, RowKind, RowsQuery } from '#app/admin/metrics.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { type CsvCell, torontoClock } from '#app/server/csv.ts'
import type { FigureList, Listing, ListRow } from './list.ts'
import { clickList, clickRanking, clicksByDay } from './list-clicks.ts'
import { dealList, dealsByDay, lockedList, lockedRanking } from './list-deals.ts'
import { paymentList, revenueByMonth, unclaimedList } from './list-money.ts'
import { checkoutList, memberList, trialList } from './list-people.ts'

type Reading = Pick<AppContext, 'db' | 'now'>

/** The embedded database holds up the process for as long as one statement runs. */
const ROWS_PER_STATEMENT = 250

const LISTS: Record<RowKind, (listing: Listing) => FigureList | Promise<FigureList>> = {
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
export async function readFigureRows(
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
export async function figureCsv(ctx: Reading, kind: RowKind, query: Listing['query']) {
  const list = await LISTS[kind]({ ctx, query })
  return {
    columns: list.columns.map(({ label, type }) =>
      type === 'moment' ? `${label} (Toronto)` : label,
    ),
    parts: csvParts(list),
  }
}

async function* csvParts(list: FigureList): AsyncGenerator<CsvCell[][]> {
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

function cellsOf({ columns }: FigureList, { cells }: ListRow): CsvCell[] {
  return cells.map((cell, index) =>
    columns[index]?.type === 'moment' && cell !== null ? torontoClock(new Date(cell)) : cell,
  )
}

// Swedes write it as spreadsheet programs read it: 2026-11-21 09:05:12.
