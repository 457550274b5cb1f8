import type { CatalogueStats } from '#app/deals/deals.contract.ts'
import { wordFor } from '#app/shared/counts.ts'

/** A figure we put on a page, with the words that say what it counts. */
type Claim = {
  figure: string
  words: string
  /** The same as a sentence of a headline, where there is one. */
  headline?: string
}

export type ClaimName = keyof typeof samples

/** The claims of a page that may be made now; the others are missing. */
export type Claims = Partial<Record<ClaimName, Claim>>

/** The back office compares each day with it. */
export const CLAIMED_DEALS_A_DAY = 30

/**
 * Sample copy: nothing stored proves these, so they are shown only where the configuration allows
 * it. The first four give way to the catalogue's own figures as soon as there are any.
 */
const samples = {
  retailers: {
    figure: '400+',
    words: 'retailers with a deal in the feed',
    headline: '400+ Retailers.',
  },
  brands: { figure: '450+', words: 'brands' },
  dealsADay: { figure: `${CLAIMED_DEALS_A_DAY}+`, words: 'deals per day' },
  discounts: { figure: '40-80%', words: 'off, all of it', headline: 'All 40-80% off.' },
  yearlySavings: { figure: '$1,754', words: 'saved per year on average' },
  firstYearSavings: { figure: 'Over $700', words: 'saved in the first year' },
  startingSavings: { figure: '$500', words: 'in savings' },
} as const satisfies Record<string, Claim>

const COMPUTED = ['retailers', 'brands', 'dealsADay', 'discounts'] as const

/** The claims that may be made now: what the catalogue proves, and samples where allowed. */
export function claimsOf(figures: CatalogueStats | undefined, showSampleClaims: boolean): Claims {
  const allowed: Claims = showSampleClaims ? samples : {}
  if (!figures || figures.retailers === 0) return allowed
  const unprovable = Object.entries(allowed).filter(
    ([name]) => !(COMPUTED as readonly string[]).includes(name),
  )
  return { ...Object.fromEntries(unprovable), ...provenBy(figures) }
}

/** What is zero is not claimed. */
function provenBy(figures: CatalogueStats): Claims {
  const { retailers, brands, dealsADay, lowestDiscount, highestDiscount } = figures
  return {
    retailers: {
      figure: String(retailers),
      words: wordFor(retailers, 'retailer with a deal in the feed', samples.retailers.words),
      headline: `${retailers} ${wordFor(retailers, 'Retailer', 'Retailers')}.`,
    },
    ...(brands > 0
      ? {
          brands: { figure: String(brands), words: wordFor(brands, 'brand', samples.brands.words) },
        }
      : {}),
    ...(dealsADay > 0
      ? { dealsADay: { figure: `${dealsADay}+`, words: samples.dealsADay.words } }
      : {}),
    ...(highestDiscount ? { discounts: discountsOf(lowestDiscount, highestDiscount) } : {}),
  }
}

/** `lowest` is null when it is not known of every deal: then nothing is said of all. */
function discountsOf(lowest: number | null, highest: number): Claim {
  if (lowest === null) {
    return { figure: `${highest}%`, words: 'off, at most', headline: `Up to ${highest}% off.` }
  }
  const figure = lowest === highest ? `${highest}%` : `${lowest}-${highest}%`
  return { figure, words: samples.discounts.words, headline: `All ${figure} off.` }
}

/** The feed's headline, line by line. */
export function feedHeadline({ retailers, discounts }: Claims): string[] {
  return [retailers?.headline, 'One Curated Feed.', discounts?.headline].filter(
    (line) => line !== undefined,
  )
}

/** Those of the wanted claims that may be made, in their order. */
export function shownClaims(claims: Claims, wanted: ClaimName[]): Claim[] {
  return wanted.flatMap((name) => claims[name] ?? [])
}
