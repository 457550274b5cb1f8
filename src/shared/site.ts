/** The whole site in one sentence. */
export const DESCRIPTION =
  'A members-only club for designer fashion deals: one curated feed, new every morning.'

/** Who runs the club and under which law, as the site has to state. */
export type Club = {
  name: string
  /** The text of the wordmark. */
  shortName: string
  supportEmail: string
  /** The legal entity. */
  company: string
  postalAddress: string
  registerNumber: string
  /** As part of a sentence: `the law of ...`. */
  governingLaw: string
  /** The day from which the first version holds, as YYYY-MM-DD. */
  termsDate: string
  policyDate: string
}

/**
 * Placeholder details for when the configuration has none: visibly a demo's, and refused in production. Only
 * the configuration reads them; everything else uses `config.club` and, on pages, `useClub`.
 */
export const demoClub: Club = {
  name: 'Nouveau Designer Club',
  shortName: 'Nouveau',
  supportEmail: 'support@nouveaudesigner.club',
  company: 'Demo Company Ltd. (not a real company)',
  postalAddress: '1 Example Street, Toronto, Ontario, Canada',
  registerNumber: 'DEMO 000000',
  governingLaw: 'the law of Ontario, Canada',
  termsDate: '2025-01-07',
  policyDate: '2025-01-07',
}
