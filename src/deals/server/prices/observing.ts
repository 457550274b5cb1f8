import type { Insertable, Updateable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import {
  isOffPage,
  type PriceBasis,
  type PriceSource,
  type PriceState,
  priceState,
  type SeenPrice,
} from '#app/deals/prices/prices.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { pricesInDollars, rateFaults } from '#app/deals/server/rates/rates.rules.ts'
import { ratesOn } from '#app/deals/server/rates/rates.ts'
import { announce } from '#app/server/live.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { businessDay, businessOffsetMs } from '#app/shared/dates.ts'
import {
  findObservations,
  findPricedDeal,
  insertObservations,
  updatePrice,
  upsertLooks,
} from './observing.queries.ts'

/** One observed price, in hundredths of its currency. */
export type Observation = {
  source: Exclude<PriceSource, 'before'>
  /** When it became known to us. */
  observedAt: Date
  /** When it was seen, if earlier; `seenOn` when a person gives only the day. */
  seenAt?: Date | undefined
  seenOn?: string | null | undefined
  /** The was-price; null when none was stated. */
  wasCents: number | null
  nowCents: number | null
  /** The currency of both amounts; defaults to the deal's. Dollars are converted by the rate of the day. */
  currency?: string | undefined
  /** Basis of the was-price; defaults to `retailer`. */
  basis?: PriceBasis | undefined
  /** Name of the curator, sheet or feed. */
  seenBy?: string | null | undefined
  address?: string | null | undefined
  /** The page's own text; cut at four kilobytes. */
  text?: string | null | undefined
}

export type Observed = PriceState & {
  /** False when a look only confirmed the stored price. */
  isNew: boolean
  /** A certain observation shows that the deal is no longer reduced, so it must end. */
  isPriceUp: boolean
}

type ObservationRow = Awaited<ReturnType<typeof findObservations>>[number]

/** All observations of a deal, oldest first. Locked facts: for members and the back office only. */
export async function findHistory(
  db: Database,
  dealId: string,
): Promise<Array<ObservationRow & { seen: SeenPrice }>> {
  const rows = await findObservations(db, dealId)
  return rows.map((row) => ({ ...row, seen: seenOf(row) }))
}

/**
 * The only way to record a price: adds it to the history, and writes what follows from the whole history to the
 * deal. A check that confirms the stored price only records that it looked. When it writes the deal, takes the
 * lock of all writers of deals; throws 404 when the deal never existed.
 */
export async function recordObservation(
  trx: Trx,
  dealId: string,
  told: Observation,
): Promise<Observed> {
  const found = await readPrices(trx, dealId)
  const { observation, columns } = await inDollars(trx, found.deal, told)
  refuseUnrated(found.deal, columns, told)
  const seenAt = lookedAt(observation)
  // The latest report counts, even when it is about an earlier day: it holds from then on.
  const observedAt = latest(seenAt, found.history.at(-1)?.at)
  const row = observationRow(dealId, { ...observation, observedAt })
  const observed = (state: PriceState) => ({ ...state, isPriceUp: state.isBack && row.isCertain })
  if (row.isCertain) await upsertLooks(trx, [dealId], seenAt)
  if (observation.source === 'check') {
    const [before, after] = [found.history, [...found.history, seenOf(row)]].map(priceState)
    if (before && after && isSamePrice(before, after)) return { ...observed(after), isNew: false }
  }
  return { ...observed(await writeObservations(trx, dealId, [row], columns)), isNew: true }
}

/** An observation in dollars, and the original amounts when those were in another currency. */
type InDollars = Omit<Observation, 'currency'> & {
  foreign?: { currency: string; was: number | null; now: number | null }
}

type PricedDeal = NonNullable<Awaited<ReturnType<typeof findPricedDeal>>>
type ForeignColumns = Partial<
  Pick<
    Updateable<Tables['deals']>,
    'priceCurrency' | 'foreignWasHundredths' | 'foreignNowHundredths' | 'rateDay'
  >
>

/** Converts by the rate of the day; an unchanged foreign price keeps its dollar amounts. */
async function inDollars(
  trx: Trx,
  deal: PricedDeal,
  { currency = deal.priceCurrency, ...told }: Observation,
): Promise<{ observation: InDollars; columns: ForeignColumns }> {
  if (currency === HOME_CURRENCY) {
    const none = { foreignWasHundredths: null, foreignNowHundredths: null, rateDay: null }
    return { observation: told, columns: { priceCurrency: HOME_CURRENCY, ...none } }
  }
  const isCheck = told.source === 'check'
  const now = told.nowCents
  const was = told.wasCents ?? (isOffPage(told.source) ? deal.foreignWasHundredths : null)
  const isKnown =
    deal.priceCurrency === currency &&
    deal.rateDay !== null &&
    deal.foreignNowHundredths === now &&
    deal.foreignWasHundredths === was
  const { originalPriceCents, salePriceCents, ...columns } = isKnown
    ? deal
    : pricesInDollars({ currency, was, now }, await ratesOn(trx, businessDay(told.observedAt)))
  const foreign = { currency, was: told.wasCents, now }
  const wasCents = told.wasCents === null ? null : originalPriceCents
  const observation = { ...told, foreign, wasCents, nowCents: salePriceCents }
  // A check without a rate must not replace a known price.
  if (isKnown || (isCheck && salePriceCents === null)) return { observation, columns: {} }
  return { observation, columns }
}

/** Rejects a person's price without a rate for a deal that is out, since such deals need dollar prices. */
function refuseUnrated(
  deal: PricedDeal,
  { priceCurrency, rateDay }: ForeignColumns,
  { source, seenBy }: Observation,
): void {
  const isOut = deal.isPublished || deal.isScheduled
  if (!isOut || priceCurrency === undefined || (source === 'check' && !seenBy)) return
  const { currency: text } = rateFaults({ priceCurrency, rateDay: rateDay ?? null })
  if (text !== undefined) {
    throw new Problem(422, 'invalid-deal', text, { fields: { currency: text } })
  }
}

/** Records several observations at once, in any order and already in dollars, as from an imported history. */
export async function recordHistory(
  trx: Trx,
  dealId: string,
  observations: InDollars[],
): Promise<PriceState> {
  const certain = observations.filter((each) => observationRow(dealId, each).isCertain)
  for (const each of certain) await upsertLooks(trx, [dealId], lookedAt(each))
  const rows = observations.map((each) => observationRow(dealId, each))
  return writeObservations(trx, dealId, rows)
}

async function writeObservations(
  trx: Trx,
  dealId: string,
  rows: Array<ReturnType<typeof observationRow>>,
  columns: ForeignColumns = {},
): Promise<PriceState> {
  await lockDeals(trx)
  const { deal, stored, history } = await readPrices(trx, dealId)
  // For a deal from before observations existed, its stored price becomes the first one.
  const before = stored.length === 0 && history[0] ? [rowOfBefore(dealId, history[0])] : []
  await insertObservations(trx, [...before, ...rows])
  const state = priceState((await findHistory(trx, dealId)).map(({ seen }) => seen))
  const prices = {
    // A was-price below the present price is dropped: nothing is reduced.
    originalPriceCents:
      state.stated !== null && state.now !== null && state.now > state.stated ? null : state.stated,
    salePriceCents: state.now,
    priceBasis: state.basis,
  }
  const isOther =
    prices.originalPriceCents !== deal.originalPriceCents ||
    prices.salePriceCents !== deal.salePriceCents ||
    prices.priceBasis !== deal.priceBasis
  const isByForm = rows.every(({ source }) => source === 'admin')
  await updatePrice(trx, dealId, {
    ...prices,
    ...columns,
    ...derivedColumns(state),
    // Invalidates forms opened before, except the form that makes this change.
    ...(isOther && !isByForm ? { version: deal.version + 1 } : {}),
  })
  await announce(trx, 'deals')
  return state
}

/** The time of a look. A past day comes without a time, so noon is assumed. */
function lookedAt({ observedAt, seenAt = observedAt, seenOn }: Observation): Date {
  if (!seenOn || seenOn === businessDay(observedAt)) return seenAt
  const noon = new Date(`${seenOn}T12:00:00Z`)
  return new Date(noon.getTime() - businessOffsetMs(noon))
}

function latest(one: Date, other: Date | undefined): Date {
  return other !== undefined && other > one ? other : one
}

type NewDeal = Pick<
  Insertable<Tables['deals']>,
  | 'originalPriceCents'
  | 'salePriceCents'
  | 'priceBasis'
  | 'priceCurrency'
  | 'foreignWasHundredths'
  | 'foreignNowHundredths'
> & { id: string }

/** The columns derived from the first price of a deal that is about to be inserted. */
export function firstPriceColumns(deal: NewDeal, observedAt: Date) {
  const row = firstRow(deal, { observedAt, source: 'import' })
  return derivedColumns(priceState([seenOf(row)]))
}

/** Records the first prices of many deals that were inserted with `firstPriceColumns`. */
export async function recordFirst(
  trx: Trx,
  deals: NewDeal[],
  about: { observedAt: Date; source: PriceSource; seenBy?: string | null },
): Promise<void> {
  const priced = deals.filter(
    (deal) => (deal.originalPriceCents ?? deal.salePriceCents ?? deal.foreignNowHundredths) != null,
  )
  await insertObservations(
    trx,
    priced.map((deal) => firstRow(deal, about)),
  )
}

function firstRow(
  { id, originalPriceCents, salePriceCents, priceBasis, ...foreign }: NewDeal,
  about: { observedAt: Date; source: PriceSource; seenBy?: string | null },
) {
  return {
    ...about,
    dealId: id,
    originalPriceCents: originalPriceCents ?? null,
    salePriceCents: salePriceCents ?? null,
    basis: priceBasis ?? 'retailer',
    isCertain: false,
    ...((foreign.priceCurrency ?? HOME_CURRENCY) !== HOME_CURRENCY && {
      seenCurrency: foreign.priceCurrency,
      seenWasHundredths: foreign.foreignWasHundredths ?? null,
      seenNowHundredths: foreign.foreignNowHundredths ?? null,
    }),
  }
}

/** The stored price of a deal and its history; without observations, the deal's own price stands in for them. */
async function readPrices(db: Database, dealId: string) {
  const deal = await findPricedDeal(db, dealId)
  if (!deal) throw notFound('deal')
  const stored = await findHistory(db, dealId)
  const { originalPriceCents: was, salePriceCents: now, priceBasis: basis, createdAt: at } = deal
  const isPriced = was !== null || now !== null
  const first: SeenPrice = { at, was, now, basis, source: 'before', isCertain: false }
  const history = stored.length > 0 ? stored.map(({ seen }) => seen) : isPriced ? [first] : []
  return { deal, stored, history }
}

function derivedColumns({ lowestBefore, since, isProven }: PriceState) {
  return { lowestBeforeCents: lowestBefore, reducedSince: since, isPriceProven: isProven }
}

function isSamePrice(one: PriceState, other: PriceState): boolean {
  return (['now', 'stated', 'basis', 'was', 'isProven'] as const).every(
    (each) => one[each] === other[each],
  )
}

const MOST_TEXT_BYTES = 4096

function observationRow(dealId: string, observation: InDollars) {
  const { address = null, seenOn = null, seenBy = null, text, foreign } = observation
  const { source, observedAt, wasCents, nowCents, basis = 'retailer' } = observation
  const isByPerson =
    (source === 'admin' || source === 'curator') && address !== null && seenOn !== null
  return {
    dealId,
    source,
    observedAt,
    basis,
    seenOn,
    originalPriceCents: wasCents,
    salePriceCents: nowCents,
    seenBy: seenBy?.slice(0, 200),
    seenAddress: address?.slice(0, 2048),
    isCertain: source === 'check' || isByPerson,
    seenCurrency: foreign?.currency ?? null,
    seenWasHundredths: foreign?.was ?? null,
    seenNowHundredths: foreign?.now ?? null,
    seenText: text ? cutBytes(text) : null,
  }
}

function rowOfBefore(dealId: string, { at, was, now, basis }: SeenPrice) {
  return {
    dealId,
    observedAt: at,
    originalPriceCents: was,
    salePriceCents: now,
    basis,
    source: 'before',
  }
}

/** Never cuts inside a character; drops NUL, which PostgreSQL cannot store. */
function cutBytes(text: string): string {
  const bytes = Buffer.from(text.replaceAll('\0', ''))
  if (bytes.length <= MOST_TEXT_BYTES) return bytes.toString()
  const cut = bytes.subarray(0, MOST_TEXT_BYTES).toString()
  return cut.replace(/\ufffd+$/, '')
}

function seenOf(
  row: Pick<ObservationRow, 'originalPriceCents' | 'salePriceCents' | 'basis' | 'isCertain'> & {
    observedAt: Date
    source: string
  },
): SeenPrice {
  return {
    at: row.observedAt,
    was: row.originalPriceCents,
    now: row.salePriceCents,
    basis: row.basis,
    source: row.source,
    isCertain: row.isCertain,
  }
}
