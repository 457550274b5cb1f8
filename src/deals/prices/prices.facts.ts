import { businessDay, DAY_MS, daysBetween } from '#app/shared/dates.ts'

/*
 * What a price rests on, and what may be claimed about it. Follows:
 * - 16 CFR 233 (Guides Against Deceptive Pricing): 233.1, a former price was genuinely and openly charged for a
 *   while; 233.2, prices elsewhere; 233.3, a price recommended by the maker is presented as just that.
 * - California Business and Professions Code 17501: a former price was charged within the three months before,
 *   or its date is stated.
 * - Directive 98/6/EC Article 6a (by Directive (EU) 2019/2161): the price before a reduction is the lowest of
 *   the 30 days before it; when a price is reduced in steps, of the 30 days before the first of them.
 */

/**
 * The basis of a was-price, the higher price that a deal is compared with: the retailer's own earlier price, the
 * maker's recommendation, other shops, or nothing known.
 */
export const PRICE_BASES = ['retailer', 'rrp', 'market', 'unknown'] as const
export type PriceBasis = (typeof PRICE_BASES)[number]

/** Labels in forms, reports and the audit log. */
export const BASIS_WORDS: Record<PriceBasis, string> = {
  retailer: 'The retailer’s own earlier price',
  rrp: 'Recommended by the maker (RRP)',
  market: 'What it costs elsewhere',
  unknown: 'Not known',
}

/** Accepted spellings in sheets, normalized as names are. */
export const BASIS_SYNONYMS: Record<PriceBasis, readonly string[]> = {
  retailer: [
    ...[
      'retailer',
      'retailer price',
      'retailers own',
      'retailer own',
      'own',
      'own price',
      'shop',
      'store',
    ],
    ...['was', 'was price', 'earlier', 'earlier price', 'previous', 'previous price', 'former'],
    ...['former price', 'before', 'price before', 'original', 'original price', 'regular'],
    ...[
      'regular price',
      'full price',
      'prix barre',
      'ancien prix',
      'prix initial',
      'prix habituel',
    ],
  ],
  rrp: [
    ...[
      'rrp',
      'msrp',
      'srp',
      'rsp',
      'uvp',
      'list',
      'list price',
      'recommended',
      'recommended price',
    ],
    ...['recommended retail price', 'suggested', 'suggested price', 'suggested retail price'],
    ...['manufacturer', 'manufacturers price', 'manufacturers suggested retail price', 'maker'],
    ...['prix conseille', 'prix public conseille', 'ppc', 'pvp', 'prezzo consigliato'],
  ],
  market: [
    ...['market', 'market price', 'elsewhere', 'other shops', 'other retailers', 'other stores'],
    ...['competitor', 'competitors', 'comparable', 'comparable value', 'compare at', 'compared'],
    ...['average', 'average price', 'ailleurs', 'prix du marche', 'marche'],
  ],
  unknown: [
    ...[
      'unknown',
      'not known',
      'unclear',
      'unsure',
      'not sure',
      'na',
      'n a',
      'none',
      'no',
      'inconnu',
    ],
    ...['inconnue', 'unbekannt'],
  ],
}

/**
 * Where a price observation comes from: a sheet, a form of the back office, a feed, our own check, a curator
 * who was on the shop's page, or what was stored before observations were kept.
 */
const PRICE_SOURCES = ['import', 'admin', 'feed', 'check', 'curator', 'before'] as const
export type PriceSource = (typeof PRICE_SOURCES)[number]

/**
 * Whether the source reads a shop's page. A page without a was-price says nothing about it, while an empty
 * field of a form says that there is none.
 */
export function isOffPage(source: string): boolean {
  return source === 'check' || source === 'curator'
}

/** Days before a reduction that are searched for the lowest price. */
const LOWEST_WITHIN_DAYS = 30
/** A was-price older than this many days is shown with its date. */
const WAS_SHOWN_DAYS = 90
/** Deals per request for check times: more than any page shows. */
export const MOST_CHECKED = 120
/** Days of history needed to call a price the lowest we have seen. */
const LOWEST_SEEN_DAYS = 14

/** One observation, in US cents. */
export type SeenPrice = {
  at: Date
  /** The was-price observed with it; null when there was none. */
  was: number | null
  now: number | null
  basis: PriceBasis
  source: string
  /** Our check saw it, or a person who names the address and the day. */
  isCertain: boolean
}

export type PriceState = {
  /** The was-price as stated, and its basis. */
  stated: number | null
  basis: PriceBasis
  now: number | null
  /** The lowest price of the 30 days before the present reduction, when it is below the stated price. */
  lowestBefore: number | null
  /** The was-price in use; null when none is claimed. */
  was: number | null
  /** When the present reduction was first seen; null when nothing is reduced. */
  since: Date | null
  isProven: boolean
  /** The price has risen to the was-price, so nothing is reduced any more. */
  isBack: boolean
}

/** An observation with the was-price in force when it was made. */
type Step = SeenPrice & { stated: number | null; statedBasis: PriceBasis }

/** Derives the price state of a deal from all its observations, oldest first. */
export function priceState(history: readonly SeenPrice[]): PriceState {
  const steps = stepsOf(history)
  const last = steps.at(-1)
  const { stated = null, statedBasis: basis = 'retailer', now = null } = last ?? {}
  const start = startOfReduction(steps)
  const lowest = start === undefined ? null : lowestBefore(steps, start)
  const isLower = basis === 'retailer' && stated !== null && lowest !== null && lowest < stated
  const was = basis === 'unknown' ? null : isLower ? lowest : stated
  return {
    stated,
    basis,
    now,
    was,
    lowestBefore: isLower ? lowest : null,
    since: (start !== undefined && steps[start]?.at) || null,
    isProven: basis === 'retailer' && was !== null && isSeen(steps, start ?? 0, was),
    isBack: was !== null && now !== null && now >= was,
  }
}

function stepsOf(history: readonly SeenPrice[]): Step[] {
  let stated: number | null = null
  let statedBasis: PriceBasis = 'retailer'
  // A check that found no price in dollars says nothing about it.
  const told = history.filter(({ source, now }) => source !== 'check' || now !== null)
  return told.map((seen) => {
    // A page that shows no was-price leaves the stated one in force.
    if (seen.was !== null || !isOffPage(seen.source)) {
      stated = seen.was
      statedBasis = seen.basis
    }
    return { ...seen, stated, statedBasis }
  })
}

/**
 * The index of the first step of the present reduction; undefined when there is none. Goes back over every step
 * below its was-price, so that a further drop stays the same reduction. Also goes back over steps at the same
 * price without a was-price, which somebody filled in later; not over checks, which would have seen it.
 */
function startOfReduction(steps: readonly Step[]): number | undefined {
  const last = steps.at(-1)
  if (!last || !isReduced(last)) return
  let start = steps.length - 1
  for (let index = start - 1; index >= 0; index -= 1) {
    const step = steps[index]
    if (!step || step.now === null) continue
    const isSame = step.now === steps[start]?.now && step.stated === null && step.source !== 'check'
    if (!isReduced(step) && !isSame) break
    start = index
  }
  return start
}

function isReduced({ stated, now }: Step): boolean {
  return stated !== null && now !== null && now < stated
}

/** The lowest price in force at any time during the 30 days before the reduction, their first moment included. */
function lowestBefore(steps: readonly Step[], start: number): number | null {
  const since = steps[start]?.at.getTime() ?? 0
  const from = since - LOWEST_WITHIN_DAYS * DAY_MS
  const held = steps
    .slice(0, start)
    .filter(({ now }) => now !== null)
    .filter((_, index, known) => (known[index + 1]?.at.getTime() ?? since) > from)
    .flatMap(({ now }) => now ?? [])
  return held.length === 0 ? null : Math.min(...held)
}

/** Whether an observer saw this price: charged before the reduction, or shown as the was-price during it. */
function isSeen(steps: readonly Step[], start: number, was: number): boolean {
  return steps.some(
    (step, index) =>
      step.isCertain &&
      ((step.now !== null && step.now >= was) ||
        (index >= start && step.basis === 'retailer' && step.was !== null && step.was >= was)),
  )
}

export const PRICE_BADGES = ['lowest', 'up', 'down'] as const
export type PriceBadge = (typeof PRICE_BADGES)[number]

/** Badges beside the price history of a living deal. */
export function priceBadges(
  history: ReadonlyArray<Pick<SeenPrice, 'at' | 'now'>>,
  { publishedAt, today }: { publishedAt: Date | null; today: string },
): PriceBadge[] {
  const prices = history.filter(({ now }) => now !== null)
  const [first, last] = [prices[0], prices.at(-1)]
  if (!first || !last || history.at(-1)?.now === null) return []
  const now = last.now ?? 0
  const earlier = prices.slice(0, -1).map((each) => each.now ?? 0)
  const days = daysBetween(businessDay(first.at), today)
  const isLowest =
    days >= LOWEST_SEEN_DAYS && earlier.length > 0 && earlier.every((price) => now <= price)
  const then = publishedAt && (prices.findLast(({ at }) => at <= publishedAt) ?? first)
  const change = then ? now - (then.now ?? 0) : 0
  return [
    ...(isLowest ? (['lowest'] as const) : []),
    ...(change > 0 ? (['up'] as const) : []),
    ...(change < 0 ? (['down'] as const) : []),
  ]
}

/** Whether a price in force until `since` is so old that its date must be shown. */
export function isLongAgo(since: string, today: string): boolean {
  return daysBetween(since, today) > WAS_SHOWN_DAYS
}
