/** A figure we put on a page. A sample is not computed from stored rows; so far all are samples. */
type Claim = { figure: string; words: string; isSample: boolean }

/** Every claim of the site, each said once. */
export const claims = {
  retailers: { figure: '400+', words: 'retailers read every day', isSample: true },
  brands: { figure: '450+', words: 'brands', isSample: true },
  dealsADay: { figure: '30+', words: 'deals per day', isSample: true },
  discounts: { figure: '40-80%', words: 'off, all of it', isSample: true },
  yearlySavings: { figure: '$1,754', words: 'saved per year on average', isSample: true },
} as const satisfies Record<string, Claim>

/** The feed's headline, a line each; without the figures where samples are not shown. */
export function feedHeadline(showSampleClaims: boolean): string[] {
  if (!showSampleClaims) return ['One Curated Feed.']
  const { retailers, discounts } = claims
  return [`${retailers.figure} Retailers.`, 'One Curated Feed.', `All ${discounts.figure} off.`]
}

/** Samples are shown only where the configuration allows it. */
export function shownClaims(wanted: Claim[], showSampleClaims: boolean): Claim[] {
  return wanted.filter(({ isSample }) => showSampleClaims || !isSample)
}
