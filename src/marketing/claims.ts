/** A figure we put on a page. A sample is one that nothing stored can prove. */
export type Claim = { figure: string; words: string; isSample: boolean }

/** Every claim of the site, each said once. */
export const claims = {
  retailers: { figure: '400+', words: 'retailers read every day', isSample: true },
  brands: { figure: '450+', words: 'brands', isSample: true },
  dealsADay: { figure: '30+', words: 'deals per day', isSample: true },
  discounts: { figure: '40-80%', words: 'off, all of it', isSample: true },
  yearlySavings: { figure: '$1,754', words: 'saved per year on average', isSample: true },
} as const satisfies Record<string, Claim>

/** Samples are shown only where the configuration allows it. */
export function shownClaims(wanted: Claim[], showSampleClaims: boolean): Claim[] {
  return wanted.filter(({ isSample }) => showSampleClaims || !isSample)
}
