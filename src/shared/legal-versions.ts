import type { Club } from './site.ts'

export const LEGAL_DOCUMENTS = ['terms', 'policy'] as const
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

export const LEGAL_TITLES: Record<LegalDocument, string> = {
  terms: 'Terms of Service',
  policy: 'Privacy Policy',
}

/** `from`: the first day on which it holds, as YYYY-MM-DD. */
export type LegalVersion = { version: number; from: string }

/**
 * The days of the second version and those after it, the oldest first; the first holds from the day that the
 * settings say. The words of each stand in `src/marketing/web/legal/`, and stay as they are once somebody may have
 * accepted them: another word is another version.
 */
export const LATER_VERSIONS: LaterVersions = { terms: [], policy: [] }

export type LaterVersions = Record<LegalDocument, readonly string[]>

/** Whether there is anything to ask those about who are here already. */
export function hasLaterVersions(later = LATER_VERSIONS): boolean {
  return LEGAL_DOCUMENTS.some((document) => later[document].length > 0)
}

type Dates = Pick<Club, 'termsDate' | 'policyDate'>

/** Every version there is, the oldest first; the last may be still to come. */
export function legalVersions(
  document: LegalDocument,
  { termsDate, policyDate }: Dates,
  later = LATER_VERSIONS,
): LegalVersion[] {
  const days = [document === 'terms' ? termsDate : policyDate, ...later[document]]
  return days.map((from, index) => ({ version: index + 1, from }))
}

/** The one that holds on a day: the newest whose day has come, and until then the first. */
export function versionInForce(
  document: LegalDocument,
  dates: Dates,
  day: string,
  later = LATER_VERSIONS,
): LegalVersion {
  const [first, ...others] = legalVersions(document, dates, later)
  if (!first) throw new Error('There is always a first version.')
  return others.findLast(({ from }) => from <= day) ?? first
}
