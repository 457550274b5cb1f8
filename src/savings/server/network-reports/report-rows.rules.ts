import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { readCurrencyCell, readPrice, readText } from '#app/deals/server/deal/cells.rules.ts'
import { readMoment } from '#app/deals/server/deal/dates.rules.ts'
import type { FoundColumns } from '#app/deals/server/import/columns.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import type { NetworkField } from '#app/savings/network-columns.facts.ts'
import { LONGEST_REASON, type ReportedState } from '#app/savings/savings.facts.ts'
import { businessDay } from '#app/shared/dates.ts'
import { TRIP_NUMBER } from '#app/tracking/trip-number.facts.ts'

/** A row of a network's report about a trip. */
export type ReadLine = {
  row: number
  tripNumber: string
  orderNumber: string
  soldOn: string
  valueCents: number
  itemCents: number | null
  commissionCents: number | null
  state: ReportedState
  /** For a return: only its value went back, not the whole order. */
  isPart: boolean
  reason: string | null
}

export type RowProblem = { row: number; column: string; value: string; reason: string }

export type ReadRow = {
  /** Undefined if the row has problems or is left out. */
  line: ReadLine | undefined
  problems: RowProblem[]
  /** Why a valid row is left out. */
  leftOut: 'no-number' | 'pending' | undefined
}

const LONGEST_ORDER_NUMBER = 80

/** Reads a row and reports everything that is wrong with it. */
export function readReportRow(
  columns: FoundColumns<NetworkField>,
  { row, cells }: SheetRow,
  { today }: { today: string },
): ReadRow {
  const problems: RowProblem[] = []
  const cellOf = (field: NetworkField): Cell => cells[columns[field]?.index ?? -1] ?? null
  const refuse = (field: NetworkField, reason: string) => {
    const column = columns[field]?.heading ?? field
    problems.push({ row, column, value: shown(cellOf(field)), reason })
  }
  const textOf = (field: NetworkField, longest: number) => {
    const text = readText(cellOf(field), longest)
    if (text.ok) return text.value
    refuse(field, text.reason)
    return ''
  }

  const given = textOf('tripNumber', 60)
  const stateWord = textOf('state', 40)
  const leave = (leftOut: ReadRow['leftOut']): ReadRow => ({ line: undefined, problems, leftOut })
  // Every report contains sales from clicks without a number.
  if (given === '' && problems.length === 0) return leave('no-number')
  if (PENDING.has(fold(stateWord))) return leave('pending')

  const tripNumber = tripNumberOf(given)
  if (given !== '' && !tripNumber) refuse('tripNumber', 'is no trip number, such as T-7K2M4-9QX3B')
  const said = STATES.get(fold(stateWord))
  if (!said) {
    refuse('state', 'is none that we know: confirmed, returned, rejected or pending')
  }
  const isPart =
    said !== 'rejected' && isBelowNought(cellOf('value')) && !isAbove(cellOf('commission'), said)
  const state = isPart ? 'returned' : said
  const amountOf = (field: NetworkField): number | null => {
    const price = readPrice(withoutMinus(cellOf(field), state))
    if (price.ok) return price.value
    refuse(field, price.reason)
    return null
  }
  const valueCents = amountOf('value')
  const itemCents = amountOf('item')
  const commissionCents = amountOf('commission')
  if (valueCents === null && !problems.some(({ column }) => column === columns.value?.heading)) {
    refuse('value', 'is missing')
  }
  for (const field of ['currency', 'commissionCurrency'] as const) {
    const currency = readCurrencyCell(cellOf(field))
    if (!currency.ok) refuse(field, currency.reason)
    else if (currency.value !== HOME_CURRENCY) refuse(field, 'is not in US dollars')
  }
  // A free purchase would count its whole earlier price as saved.
  if (state === 'confirmed' && valueCents === 0) refuse('value', 'is nought: nothing was bought')
  if (state === 'confirmed' && itemCents === 0) {
    refuse('item', 'is nought; leave it empty where it is not known')
  }
  if (valueCents !== null && itemCents !== null && itemCents > valueCents) {
    refuse('item', 'is above the value of the order')
  }
  if (valueCents !== null && commissionCents !== null && commissionCents > valueCents) {
    refuse('commission', 'is above the value of the order')
  }
  const moment = readMoment(cellOf('soldOn'))
  const soldOn = moment.ok && moment.value ? businessDay(moment.value) : undefined
  if (!moment.ok) refuse('soldOn', moment.reason)
  else if (!soldOn) refuse('soldOn', 'is missing')
  else if (soldOn > today) refuse('soldOn', 'is a day to come')
  const orderNumber = textOf('orderNumber', LONGEST_ORDER_NUMBER)
  const reason = textOf('reason', LONGEST_REASON) || null

  if (problems.length > 0 || !tripNumber || !state || !soldOn || valueCents === null) {
    return leave(undefined)
  }
  const amounts = { valueCents, itemCents, commissionCents }
  return {
    line: { row, tripNumber, orderNumber, soldOn, ...amounts, state, isPart, reason },
    problems,
    leftOut: undefined,
  }
}

const STATES = new Map<string, ReportedState>([
  ...['confirmed', 'approved', 'accepted', 'validated', 'locked', 'closed', 'paid', 'sale'].map(
    (word) => [word, 'confirmed'] as const,
  ),
  ...['returned', 'return', 'refunded', 'reversed', 'reversal'].map(
    (word) => [word, 'returned'] as const,
  ),
  ...['rejected', 'declined', 'denied', 'cancelled', 'canceled', 'void', 'voided'].map(
    (word) => [word, 'rejected'] as const,
  ),
])
const PENDING = new Set(['pending', 'open', 'new', 'tracked', 'underreview', 'delayed'])

function fold(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '')
}

const MINUS = /^\s*[-\u2212]/

/** A negative amount is a partial return; a return without a minus covers its whole order. */
function isBelowNought(cell: Cell): boolean {
  return typeof cell === 'number' ? cell < 0 : typeof cell === 'string' && MINUS.test(cell)
}

/** Tells whether a bought row has a positive commission: with a negative value, it contradicts itself. */
function isAbove(cell: Cell, state: ReportedState | undefined): boolean {
  if (state !== 'confirmed' || isBelowNought(cell)) return false
  const price = readPrice(cell)
  return !price.ok || (price.value ?? 0) > 0
}

/** Drops the minus of a return, as networks write it. */
function withoutMinus(cell: Cell, state: ReportedState | undefined): Cell {
  if (state === undefined || state === 'confirmed') return cell
  if (typeof cell === 'number') return Math.abs(cell)
  return typeof cell === 'string' ? cell.replace(MINUS, '') : cell
}

/** Normalizes case and separators; returns undefined if it cannot be one of our numbers. */
function tripNumberOf(text: string): string | undefined {
  const signs = text.toUpperCase().replace(/[\s\u2010-\u2015_-]/g, '')
  const number = `${signs.slice(0, 1)}-${signs.slice(1, 6)}-${signs.slice(6)}`
  return TRIP_NUMBER.test(number) ? number : undefined
}

function shown(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return 'date' in cell ? cell.date.slice(0, 10) : cell.error
  return String(cell).slice(0, LONGEST_REASON)
}
