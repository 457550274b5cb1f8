import type { Club } from './site.ts'

export const LEGAL_DOCUMENTS = ['terms', 'policy'] as const
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

export const LEGAL_TITLES: Record<LegalDocument, string> = {
  terms: 'Terms of Service',
  policy: 'Privacy Policy',
}

/** `from`: the first day on which the version is in force, as YYYY-MM-DD. */
export type LegalVersion = { version: number; from: string }

/**
 * The first days of version 2 and later, oldest first; version 1 starts on the day in the configuration. The
 * text of each version is in `src/marketing/web/legal/` and never changes once anyone may have accepted it: a
 * changed text is a new version.
 */
export const LATER_VERSIONS: LaterVersions = { terms: [], policy: [] }

export type LaterVersions = Record<LegalDocument, readonly string[]>

/** Whether there is a later version that existing members have to be asked about. */
export function hasLaterVersions(later = LATER_VERSIONS): boolean {
  return LEGAL_DOCUMENTS.some((document) => later[document].length > 0)
}

type Dates = Pick<Club, 'termsDate' | 'policyDate'>

/** All versions, oldest first; the last may not be in force yet. */
export function legalVersions(
  document: LegalDocument,
  { termsDate, policyDate }: Dates,
  later = LATER_VERSIONS,
): LegalVersion[] {
  const days = [document === 'terms' ? termsDate : policyDate, ...later[document]]
  return days.map((from, index) => ({ version: index + 1, from }))
}

/** The version in force on a day: the newest that has started, or the first if none has. */
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
