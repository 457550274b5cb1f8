import type { VersionStanding } from '#app/accounts/terms.contract.ts'
import type { LegalDocument, LegalVersion } from '#app/shared/legal-versions.ts'

type Answer = {
  document: LegalDocument
  /** Null for what was accepted before versions were counted. */
  version: number | null
  /** Null for what was put off. */
  acceptedAt: Date | null
}

type Asked = {
  document: LegalDocument
  /** Every one there is, the oldest first. */
  versions: readonly LegalVersion[]
  /** The business day on which the account was made. */
  sinceDay: string
  answers: readonly Answer[]
}

/**
 * How somebody stands to a document. Who was here before the newest version began is asked about it once; whoever
 * came later has read it on the way in.
 */
export function versionStandingOf({
  document,
  versions,
  sinceDay,
  answers,
}: Asked): VersionStanding {
  const newest = versions.at(-1)
  if (!newest) throw new Error('There is always a first version.')
  const own = answers.filter((answer) => answer.document === document)
  const [last] = own
    .flatMap(({ version, acceptedAt }) => (acceptedAt ? [{ version, acceptedAt }] : []))
    .toSorted((one, other) => (other.version ?? 0) - (one.version ?? 0))
  const { version, from } = newest
  const known = last?.version ?? version - 1
  return {
    document,
    version,
    from,
    since: version === 1 ? null : Math.max(1, Math.min(known, version - 1)),
    accepted: last ? { version: last.version, at: last.acceptedAt.toISOString() } : null,
    isAsked: version > 1 && sinceDay < from && !own.some((answer) => answer.version === version),
  }
}
