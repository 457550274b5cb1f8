import type { Database, Trx } from '#app/db/database.ts'
import type { SheetFacts } from '#app/deals/editing/sheet-choices.contract.ts'
import { foldHeading } from '#app/shared/names.ts'
import { SHEET_COLUMNS, type SheetField } from './columns.facts.ts'
import { findMappings, upsertMappings } from './mappings.queries.ts'

/** A sheet with more retailers is not one retailer's own, so its mappings are not remembered. */
const MOST_RETAILERS = 5
const MOST_OFFERS = 3

export type SaidColumn = { heading: string; field: string }

/** The columns that were mapped by hand. */
export function saidColumns({ columns }: Pick<SheetFacts, 'columns'>): SaidColumn[] {
  return columns.flatMap(({ heading, field, isChosen }) =>
    isChosen && heading !== '' ? [{ heading, field: field ?? '' }] : [],
  )
}

/** Remembers the mapped columns for the retailers of the sheet. */
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

/** Offers earlier mappings of columns with these headings, by retailer, where they differ from the present one. */
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
