/** What the whole site is, in a sentence. */
export const DESCRIPTION =
  'A members-only club for designer fashion deals: one curated feed, new every morning.'

/** Who runs the club, and by what law: what people have to be able to read. */
export type Club = {
  name: string
  /** What stands as the wordmark. */
  shortName: string
  supportEmail: string
  /** The legal person behind it. */
  company: string
  postalAddress: string
  registerNumber: string
  /** In a sentence: `the law of ...`. */
  governingLaw: string
  /** From when on the legal texts hold, as YYYY-MM-DD. */
  termsDate: string
  policyDate: string
}

/**
 * Who we are where the settings do not say: plainly a demo's, and refused in production. Nothing but the
 * configuration reads it; everything else is told by `config.club` and, on pages, `useClub`.
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
