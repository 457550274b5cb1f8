import type { RateProblem } from '#app/deals/prices/rates.contract.ts'
import {
  HIGHEST_RATE,
  HOME_CURRENCY,
  MOST_RATE_CHANGE,
  MOST_RATES,
} from '#app/deals/prices/rates.facts.ts'
import { type CellReading, readCurrencyCell, readText } from '#app/deals/server/deal/cells.rules.ts'
import { readMoment } from '#app/deals/server/deal/dates.rules.ts'
import { columnMatcher } from '#app/deals/server/import/columns.rules.ts'
import type { Rate } from '#app/deals/server/rates/rates.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import { businessDay } from '#app/shared/dates.ts'

const COLUMNS = {
  currency: {
    heading: 'Currency',
    also: ['currencies', 'code', 'iso', 'isocode', 'currencycode', 'devise', 'monnaie', 'wahrung'],
    isNeeded: true,
  },
  day: { heading: 'Day', also: ['date', 'validfrom', 'from', 'asof', 'jour', 'datum'] },
  dollars: {
    heading: 'Dollars',
    also: ['rate', 'usd', 'usdollars', 'inusd', 'usdperunit', 'exchangerate', 'value', 'taux'],
    isNeeded: true,
  },
}
type Field = keyof typeof COLUMNS
const matchRates = columnMatcher<Field>(COLUMNS)
/** Column order of pasted lines, which have no headings, by the number of columns. */
const IN_ORDER: Record<number, Field[]> = {
  2: ['currency', 'dollars'],
  3: ['currency', 'day', 'dollars'],
}

/**
 * Splits lines as people write or copy them, such as `EUR 1.085` or `EUR 2026-11-20 1.085`, at blanks, tabs,
 * semicolons or commas.
 */
export function pastedRows(text: string): SheetRow[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const said = line.trim()
    if (said === '') return []
    const by = ['\t', ';'].find((each) => said.includes(each)) ?? (/\s/.test(said) ? /,?\s+/ : ',')
    return { row: index + 1, cells: said.split(by).map((cell) => cell.trim()) }
  })
}

/** Reads rates from rows, with everything that is wrong with them. A row without a day counts for today. */
export function readRateRows(
  rows: SheetRow[],
  { known, today }: { known: Rate[]; today: string },
): { rates: Rate[]; problems: RateProblem[]; notes: string[] } {
  const [first] = rows
  if (!first) return wrong({ row: 1, column: '', value: '', reason: 'There are no rates in it.' })
  const headings = matchRates(first)
  // A first row that names a currency, even as a sign or a word, is data and not headings.
  const isHeaded = headings.problems.length === 0 || !namesCurrency(first.cells[0] ?? null)
  const headed = isHeaded ? headings : undefined
  const body = isHeaded ? rows.slice(1) : rows
  if (headed && headed.problems.length > 0) return wrong(...headed.problems)
  if (body.length > MOST_RATES) {
    const reason = `An upload holds at most ${MOST_RATES} rates.`
    return wrong({ row: MOST_RATES + 1, column: '', value: '', reason })
  }
  const problems: RateProblem[] = []
  const seen = new Set<string>()
  const rates = body.flatMap(({ row, cells }) => {
    const order = IN_ORDER[cells.length]
    if (!headed && !order) {
      const reason = 'is not a currency, a day and its dollars'
      problems.push({ row, column: 'Line', value: cells.join(' '), reason, isDoubt: false })
      return []
    }
    const cellOf = (field: Field): Cell =>
      cells[(headed ? headed.columns[field]?.index : order?.indexOf(field)) ?? -1] ?? null
    const read = <T>(field: Field, reading: CellReading<T>): T | undefined => {
      if (reading.ok) return reading.value
      const { heading: column } = COLUMNS[field]
      problems.push({
        row,
        column,
        value: shown(cellOf(field)),
        reason: reading.reason,
        isDoubt: false,
      })
      return undefined
    }
    const currency = read('currency', readOtherCurrency(cellOf('currency')))
    const day = read('day', readDay(cellOf('day'), today))
    const dollars = read('dollars', readDollars(cellOf('dollars')))
    if (currency === undefined || day === undefined || dollars === undefined) return []
    const about = { row, column: COLUMNS.dollars.heading, value: String(dollars) }
    if (seen.has(`${currency} ${day}`)) {
      const reason = `is said twice for ${currency} and this day`
      problems.push({ ...about, reason, isDoubt: false })
      return []
    }
    seen.add(`${currency} ${day}`)
    const last = known.find((rate) => rate.currency === currency)
    if (last && isFar(dollars, last.dollars)) {
      const reason = `is far from ${last.dollars}, the rate of ${last.day}: it is dollars for one ${currency}`
      problems.push({ ...about, reason, isDoubt: true })
    }
    return { currency, day, dollars }
  })
  if (rates.length === 0 && problems.length === 0) {
    return wrong({ row: first.row, column: '', value: '', reason: 'There are no rates in it.' })
  }
  return { rates, problems, notes: headed?.notes ?? [] }
}

function wrong(...problems: Array<Omit<RateProblem, 'isDoubt'>>) {
  return { rates: [], problems: problems.map((each) => ({ ...each, isDoubt: false })), notes: [] }
}

function namesCurrency(cell: Cell): boolean {
  return shown(cell) !== '' && readCurrencyCell(cell).ok
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

function readOtherCurrency(cell: Cell): CellReading<string> {
  const reading = readCurrencyCell(cell)
  if (!reading.ok) return reading
  if (shown(cell) === '') return bad('is missing')
  if (reading.value === HOME_CURRENCY) return bad('is what rates are said in')
  return CURRENCIES.has(reading.value)
    ? reading
    : bad('is none that we know; write three letters, such as EUR')
}

function readDay(cell: Cell, today: string): CellReading<string> {
  const moment = readMoment(cell)
  if (!moment.ok) return moment
  const day = moment.value ? businessDay(moment.value) : today
  return day > today ? bad('is a day to come') : { ok: true, value: day }
}

function readDollars(cell: Cell): CellReading<number> {
  const text = readText(cell, 40)
  if (!text.ok) return text
  if (text.value === '') return bad('is missing')
  const said = text.value.replace(/^\$\s*/, '')
  if (/^\d+,\d+$/.test(said)) return bad('could mean two things; write it with a point: 1.085')
  const dollars = /^\d{1,6}(\.\d{1,12})?$/.test(said) ? Number(said) : Number.NaN
  if (Number.isNaN(dollars)) return bad('is no number such as 1.085')
  return dollars > 0 && dollars <= HIGHEST_RATE
    ? { ok: true, value: dollars }
    : bad(`must be above 0 and at most ${HIGHEST_RATE}`)
}

function isFar(one: number, other: number): boolean {
  return one > other * MOST_RATE_CHANGE || one * MOST_RATE_CHANGE < other
}

function shown(cell: Cell): string {
  const text = readText(cell, 60)
  return text.ok ? text.value : String(typeof cell === 'object' ? '' : cell).slice(0, 60)
}

function bad(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
