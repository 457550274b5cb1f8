import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'
import { type CellReading, TWO_READINGS } from '#app/deals/server/deal/cells.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import { formatDollars } from '#app/shared/money.ts'
import type { SheetField } from './columns.facts.ts'
import type { Columns } from './columns.rules.ts'

const PRICES: readonly SheetField[] = ['originalPrice', 'salePrice']
/** `450,50`, `1.299,00 €`. */
const COMMA_BEFORE_CENTS = /\d,\d{1,2}(?!\d)/
/** `9,900` is ambiguous: 9.9 or 9900. */
const ONE_COMMA = /^\D*\d{1,3},\d{3}\D*$/

/** The first price of a sheet with a decimal comma, as written. */
export function findCommaPrice(columns: Columns, rows: readonly SheetRow[]): string | undefined {
  const places = PRICES.flatMap((field) => columns[field]?.index ?? [])
  for (const { cells } of rows) {
    for (const at of places) {
      const cell = cells[at]
      if (typeof cell === 'string' && COMMA_BEFORE_CENTS.test(cell)) return cell.trim()
    }
  }
  return
}

/** In a sheet with decimal commas, rejects a comma before three digits, which elsewhere separates thousands. */
export function priceCell(field: string, cell: Cell, hasCommaPrices: boolean): CellReading<Cell> {
  const isTwoWays =
    hasCommaPrices &&
    typeof cell === 'string' &&
    (PRICES as readonly string[]).includes(field) &&
    ONE_COMMA.test(cell.trim())
  return isTwoWays ? { ok: false, reason: TWO_READINGS } : { ok: true, value: cell }
}

/** Notes how prices with a decimal comma were read. */
export function priceNotes(written: string | undefined): string[] {
  const price = written === undefined ? undefined : parsePrice(written)
  if (!price || !('cents' in price) || price.cents === null) return []
  const read = formatDollars(price.cents / 100).slice(1)
  return [`Prices have a comma before their cents: “${written}” was read as ${read}.`]
}
