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
  /** The first day of the next version, if that is in force already. */
  until: string | undefined
  inForce: number
  all: LegalVersion[]
  /** The requested version, if it does not exist. */
  unknown: string | undefined
  /** The version requested for comparison, if there is none such before this one. */
  unknownSince: string | undefined
  /** The version that the text is compared with, if one was requested. */
  since: number | undefined
}

/** The version that the address asks for, or else the one in force today. */
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
