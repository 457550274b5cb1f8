import type { Database, Trx } from '#app/db/database.ts'
import type { SheetFacts } from '#app/deals/editing/sheet-choices.contract.ts'
import { foldHeading } from '#app/shared/names.ts'
import { SHEET_COLUMNS, type SheetField } from './columns.facts.ts'
import { findMappings, upsertMappings } from './mappings.queries.ts'

/** More are not one retailer's sheet, and nothing is learnt from it. */
const MOST_RETAILERS = 5
const MOST_OFFERS = 3

export type SaidColumn = { heading: string; field: string }

/** What was said of columns by hand. */
export function saidColumns({ columns }: Pick<SheetFacts, 'columns'>): SaidColumn[] {
  return columns.flatMap(({ heading, field, isChosen }) =>
    isChosen && heading !== '' ? [{ heading, field: field ?? '' }] : [],
  )
}

/** Keeps for the retailers of a sheet what was said of its columns. */
export async function keepMappings(
  trx: Trx,
  said: SaidColumn[],
  { retailerIds, usedAt }: { retailerIds: string[]; usedAt: Date },
): Promise<void> {
  const retailers = [...new Set(retailerIds)]
  const byKey = new Map(said.map((column) => [foldHeading(column.heading), column]))
  if (byKey.size === 0 || retailers.length === 0 || retailers.length > MOST_RETAILERS) return
  await upsertMappings(
    trx,
    retailers.flatMap((retailerId) =>
      [...byKey].map(([headingKey, column]) => ({ retailerId, headingKey, ...column, usedAt })),
    ),
  )
}

/** What was said of columns with these headings before, by retailer, as far as it is not so already. */
export async function offerMappings(
  db: Database,
  columns: SheetFacts['columns'],
): Promise<SheetFacts['offers']> {
  const open = columns.filter(({ heading, isChosen }) => heading !== '' && !isChosen)
  const byKey = new Map(open.map((column) => [foldHeading(column.heading), column]))
  if (byKey.size === 0) return []
  const found = await findMappings(db, [...byKey.keys()])
  const offers = [...Map.groupBy(found, ({ retailer }) => retailer)].flatMap(([retailer, rows]) => {
    const news = rows.flatMap(({ headingKey, field }) => {
      const column = byKey.get(headingKey)
      const isKnown = field === '' || field in SHEET_COLUMNS
      return column && isKnown && field !== (column.field ?? '') ? [{ column, field }] : []
    })
    if (news.length === 0) return []
    const said = news.map(({ column, field }) =>
      field === ''
        ? `“${column.heading}” is left aside`
        : `“${column.heading}” is ${SHEET_COLUMNS[field as SheetField].heading}`,
    )
    return {
      retailer,
      columns: Object.fromEntries(news.map(({ column, field }) => [column.index, field])),
      words: said.join(', '),
    }
  })
  return offers
    .toSorted((one, other) => Object.keys(other.columns).length - Object.keys(one.columns).length)
    .slice(0, MOST_OFFERS)
}
