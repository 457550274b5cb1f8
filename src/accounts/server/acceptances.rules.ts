import type { VersionStanding } from '#app/accounts/terms.contract.ts'
import type { LegalDocument, LegalVersion } from '#app/shared/legal-versions.ts'

type Answer = {
  document: LegalDocument
  /** Null when accepted before versions were numbered. */
  version: number | null
  /** Null when the person chose "later". */
  acceptedAt: Date | null
}

type Asked = {
  document: LegalDocument
  /** All versions, oldest first. */
  versions: readonly LegalVersion[]
  /** The business day on which the account was made. */
  sinceDay: string
  answers: readonly Answer[]
}

/**
 * Whether somebody has accepted a document. People whose account is older than the newest version are asked about it
 * once; newer accounts accepted it when they signed up.
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
