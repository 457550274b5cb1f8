import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import type { LedgerState, NoughtReason, ReportedState } from '#app/savings/savings.facts.ts'

/** A trip as it was made, with the prices shown then. */
type TripFacts = {
  /** The business day on which it was made. */
  day: string
  wasCents: number | null
  nowCents: number | null
  basis: PriceBasis
  isProven: boolean
}

/** The owner's latest answer. */
export type Said = {
  what: 'bought' | 'not-bought' | 'returned'
  paidCents: number | null
  on: string | null
}

/** A row of a network's report. */
export type ReportLine = {
  orderNumber: string
  soldOn: string
  valueCents: number
  /** The price of the piece alone, if the report has it. */
  itemCents: number | null
  state: ReportedState
  /** For a return: only its value went back, not the whole order. */
  isPart: boolean
  reason: string | null
}

/** A person's decision in the back office about a saving that waited. */
export type Decision = {
  what: 'counts' | 'returned' | 'rejected'
  paidCents: number | null
  why: string | null
}

export type Settled = {
  state: LedgerState
  boughtOn: string
  paidCents: number | null
  savingCents: number
  noughtWhy: NoughtReason | null
  waitsFor: 'price' | 'return' | null
  reason: string | null
}

type Known = {
  /** Undefined for a purchase without a trip. */
  trip: TripFacts | undefined
  said: Said | undefined
  lines: ReportLine[]
  decision: Decision | undefined
  /** The default day of a purchase without a trip or date: the day it was recorded. */
  today: string
}

/**
 * Returns the outcome of a purchase. A network's report overrides its owner's answer; within an order, a
 * return overrides a rejection, and both override the purchase. The result does not depend on the order in
 * which the facts arrived.
 */
export function settle(known: Known): Settled {
  const { trip, said, today } = known
  const reported = reportedOf(known.lines, trip?.day)
  const saidDay = said?.on ?? trip?.day ?? today
  if (reported?.state === 'confirmed') return confirmed(known, reported)
  const paidCents = said?.paidCents ?? null
  const boughtOn = reported?.soldOn ?? saidDay
  const row = { boughtOn, paidCents, ...savingOf(trip, paidCents) }
  if (reported) return { ...row, state: reported.state, waitsFor: null, reason: reported.reason }
  const state = said ? STATE_OF_WORD[said.what] : 'open'
  const isBought = state === 'recorded' || state === 'returned'
  const nothing = { paidCents: null, savingCents: 0, noughtWhy: null }
  return { ...row, ...(isBought ? {} : nothing), state, waitsFor: null, reason: null }
}

const STATE_OF_WORD = {
  bought: 'recorded',
  'not-bought': 'not-bought',
  returned: 'returned',
} as const

type Reported = {
  state: ReportedState
  soldOn: string
  /** The price of the piece, known only if its order has a single row. */
  itemCents: number | null
  /** The total of the largest order, which caps the price that the owner states. */
  orderCents: number
  /** What is left of the order after partial returns; undefined if there were none. */
  leftCents: number | undefined
  reason: string | null
}

function reportedOf(lines: ReportLine[], tripDay = ''): Reported | undefined {
  const orders = [...Map.groupBy(lines, ({ orderNumber }) => orderNumber).values()].map(
    (order) => ({
      order,
      state: stateOf(order),
    }),
  )
  // A new purchase after a return counts as bought.
  const state = LAST.find((each) => orders.some((order) => order.state === each))
  if (!state) return
  const ofState = orders.filter((order) => order.state === state).map(({ order }) => order)
  const bought = ofState.map((order) => order.filter((line) => line.state === 'confirmed'))
  const said = ofState
    .flat()
    .filter((line) => line.state === state)
    .toSorted(inOrder)
  const dated = bought.flat().length > 0 ? bought.flat() : said
  const soldOn = dated.map((line) => line.soldOn).sort()[0] ?? ''
  const alone = bought.filter((order) => order.length === 1).flat()
  return {
    state,
    // In a time zone west of ours it may have been the day before.
    soldOn: soldOn < tripDay ? tripDay : soldOn,
    itemCents:
      alone.toSorted(inOrder).find(({ itemCents }) => itemCents !== null)?.itemCents ?? null,
    orderCents: Math.max(0, ...bought.map(sumOf)),
    leftCents: leftOf(ofState),
    reason: said.find(({ reason }) => reason !== null)?.reason ?? null,
  }
}

/**
 * Returns the state of an order. A partially returned order counts as bought, unless the parts add up to all
 * of it or a part matches the price of the piece.
 */
function stateOf(order: ReportLine[]): ReportedState {
  const whole = FIRST.find((state) => order.some((line) => line.state === state && !line.isPart))
  const parts = order.filter(({ isPart }) => isPart)
  if (parts.length === 0) return whole ?? 'confirmed'
  if (whole !== 'confirmed') return whole ?? 'returned'
  const bought = order.filter(({ state }) => state === 'confirmed')
  const [only] = bought
  const isPiece =
    bought.length === 1 &&
    only?.itemCents != null &&
    parts.some(({ itemCents }) => itemCents === only.itemCents)
  return isPiece || sumOf(parts) >= sumOf(bought) ? 'returned' : 'confirmed'
}

/** Returns the largest remainder of the orders; undefined if one is untouched: it may be the piece's. */
function leftOf(orders: ReportLine[][]): number | undefined {
  const left = orders.map((order) => {
    const parts = order.filter(({ isPart }) => isPart)
    if (parts.length === 0) return Infinity
    return sumOf(order.filter(({ state }) => state === 'confirmed')) - sumOf(parts)
  })
  const most = Math.max(...left)
  return Number.isFinite(most) ? most : undefined
}

function sumOf(order: ReportLine[]): number {
  return order.reduce((sum, { valueCents }) => sum + valueCents, 0)
}

const FIRST: ReportedState[] = ['returned', 'rejected', 'confirmed']
const LAST: ReportedState[] = ['confirmed', 'returned', 'rejected']

/** Sorts lines deterministically, whichever sheet brought them. */
function inOrder(one: ReportLine, other: ReportLine): number {
  return compare(keyOf(one), keyOf(other))
}

function keyOf({ soldOn, orderNumber, itemCents, valueCents, reason }: ReportLine): string {
  const cents = [itemCents ?? 0, valueCents].map((amount) => String(amount).padStart(12, '0'))
  return [soldOn, orderNumber, ...cents, reason ?? ''].join(' ')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * Settles a confirmed purchase. Uses the piece's price from the report, or else a person's or the owner's (at
 * most the order's value), or else the price shown, which a person has to check first.
 */
function confirmed({ trip, said, decision }: Known, reported: Reported): Settled {
  const { soldOn: boughtOn, itemCents, orderCents, leftCents = Infinity } = reported
  const decidedCents = decision?.what === 'counts' ? decision.paidCents : null
  const saidCents = said?.paidCents == null ? null : Math.min(said.paidCents, orderCents)
  const paidCents = itemCents ?? decidedCents ?? saidCents ?? trip?.nowCents ?? null
  const whole = savingOf(trip, paidCents)
  // If less is left than the piece cost, the saving is reduced in proportion.
  const isInPart = paidCents !== null && paidCents > leftCents
  const savingCents = isInPart
    ? Math.floor((whole.savingCents * leftCents) / paidCents)
    : whole.savingCents
  const row = { boughtOn, paidCents, ...whole, savingCents }
  if (decision?.what === 'returned' || decision?.what === 'rejected') {
    return { ...row, state: decision.what, waitsFor: null, reason: decision.why }
  }
  const isShownPrice = itemCents === null && decidedCents === null && saidCents === null
  const waitsFor = isInPart || said?.what === 'returned' ? 'return' : isShownPrice ? 'price' : null
  // A saving of zero cannot refuse a claim, so nobody has to check it.
  const isWaiting = decision === undefined && row.savingCents > 0
  return { ...row, state: 'confirmed', waitsFor: isWaiting ? waitsFor : null, reason: null }
}

/** Returns the proven earlier price minus the price paid, or zero with the reason. */
function savingOf(
  trip: TripFacts | undefined,
  paidCents: number | null,
): Pick<Settled, 'savingCents' | 'noughtWhy'> {
  const noughtWhy = noughtReason(trip, paidCents)
  if (noughtWhy || !trip) return { savingCents: 0, noughtWhy }
  return { savingCents: (trip.wasCents ?? 0) - (paidCents ?? 0), noughtWhy: null }
}

function noughtReason(trip: TripFacts | undefined, paidCents: number | null): NoughtReason | null {
  if (!trip) return 'no-trip'
  if (trip.basis === 'unknown') return 'basis-unknown'
  if (trip.basis !== 'retailer') return trip.basis
  if (!trip.isProven) return 'as-stated'
  if (trip.wasCents === null) return 'no-was'
  if (paidCents === null) return 'no-price'
  return paidCents > trip.wasCents ? 'above-was' : null
}

/** Returns the part of a saving that counts in the meter and the totals. */
export function countedCents({
  state,
  savingCents,
}: Pick<Settled, 'state' | 'savingCents'>): number {
  return state === 'recorded' || state === 'confirmed' ? savingCents : 0
}
