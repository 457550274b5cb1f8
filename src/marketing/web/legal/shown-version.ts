import { useSearchParams } from 'react-router'
import {
  type LegalDocument,
  type LegalVersion,
  legalVersions,
  versionInForce,
} from '#app/shared/legal-versions.ts'
import { meant } from '#app/shared/parameters.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

export type ShownVersion = LegalVersion & {
  /** The day on which the next one begins, where that has come. */
  until: string | undefined
  inForce: number
  all: LegalVersion[]
  /** Asked for, and there is none. */
  unknown: string | undefined
  /** Asked for to compare with, and there is none before this one. */
  unknownSince: string | undefined
  /** The version that its words are compared with, if that was asked for. */
  since: number | undefined
}

/** The version that the address asks for, else the one that holds today. */
export function useShownVersion(document: LegalDocument): ShownVersion {
  const [search] = useSearchParams()
  const { club, today, laterVersions } = useSiteSettings()
  const asked = meant(search, 'version')
  const all = legalVersions(document, club, laterVersions)
  const inForce = versionInForce(document, club, today, laterVersions)
  const found = asked === undefined ? inForce : all.find(({ version }) => `${version}` === asked)
  const shown = found ?? inForce
  const next = all.find(({ version }) => version === shown.version + 1)
  const comparedWith = meant(search, 'since')
  const since = all.find(({ version }) => `${version}` === comparedWith && version < shown.version)
  return {
    ...shown,
    until: next && shown.version < inForce.version ? next.from : undefined,
    inForce: inForce.version,
    all,
    unknown: found ? undefined : asked,
    unknownSince: found && !since ? comparedWith : undefined,
    since: found && since?.version,
  }
}
