import type { CatalogueStats } from '#app/deals/deals.contract.ts'
import { wordFor } from '#app/shared/counts.ts'
import { formatRoundDollars } from '#app/shared/money.ts'

/** A figure on a page, with the words that say what it counts. */
export type Claim = {
  figure: string
  words: string
  /** The claim as a sentence of the feed's headline, if it has one. */
  headline?: string
}

export type ClaimName = keyof typeof samples

/** The claims that may be made now; all others are absent. */
export type Claims = Partial<Record<ClaimName, Claim>>

/** Measured savings of all members; absent while they may not be published. */
export type ProvenSavings = { yearlyCents?: number }

/** The back office compares each day with this number. */
export const CLAIMED_DEALS_A_DAY = 30

/**
 * Sample copy that no stored data proves, so it is shown only where the configuration allows it. The
 * catalogue's own figures replace the first four as soon as there are any.
 */
export const samples = {
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

/** The claims that may be made now: those the catalogue proves, and samples where allowed. */
export function claimsOf(
  figures: CatalogueStats | undefined,
  showSampleClaims: boolean,
  savings: ProvenSavings = {},
): Claims {
  const allowed: Claims = {
    ...(showSampleClaims ? samples : {}),
    ...(savings.yearlyCents === undefined ? {} : { yearlySavings: yearly(savings.yearlyCents) }),
  }
  if (!figures || figures.retailers === 0) return allowed
  const unprovable = Object.entries(allowed).filter(
    ([name]) => !(COMPUTED as readonly string[]).includes(name),
  )
  return { ...Object.fromEntries(unprovable), ...provenBy(figures) }
}

function yearly(cents: number): Claim {
  return { figure: formatRoundDollars(Math.floor(cents / 100)), words: samples.yearlySavings.words }
}

/** The claims that the catalogue proves; figures of zero are left out. */
function provenBy(figures: CatalogueStats): Claims {
  const { retailers, brands, dealsADay } = figures
  const discounts = discountsOf(figures)
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
    ...(discounts ? { discounts } : {}),
  }
}

/** The lowest discount is null unless it is known for every deal: then the claim must not say `all`. */
function discountsOf(figures: CatalogueStats): Claim | undefined {
  const { lowestDiscount: lowest, highestDiscount: highest, upToDiscount: most } = figures
  if (!highest) return
  if (lowest === null) {
    if (!most) return
    return { figure: `${most}%`, words: 'off, at the upper end', headline: `Up to ${most}% off.` }
  }
  const figure = lowest === highest ? `${highest}%` : `${lowest}-${highest}%`
  return { figure, words: samples.discounts.words, headline: `All ${figure} off.` }
}

type Line = { words: string; name?: ClaimName }

/** The lines of the feed's headline, each with the claim it makes. */
export function feedHeadline(claims: Claims): Line[] {
  const claimed = (name: ClaimName): Line[] => {
    const words = claims[name]?.headline
    return words === undefined ? [] : [{ words, name }]
  }
  return [...claimed('retailers'), { words: 'One Curated Feed.' }, ...claimed('discounts')]
}

/** The wanted claims that may be made, in the order given. */
export function shownClaims(
  claims: Claims,
  wanted: ClaimName[],
): Array<Claim & { name: ClaimName }> {
  return wanted.flatMap((name) => {
    const claim = claims[name]
    return claim ? [{ name, ...claim }] : []
  })
}
