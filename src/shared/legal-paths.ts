import type { LegalDocument } from './legal-versions.ts'
import { paths } from './paths.ts'

/** The page of a version. */
export function versionPath(document: LegalDocument, version: number): string {
  const path = document === 'terms' ? paths.terms() : paths.privacyPolicy()
  return `${path}?version=${version}`
}

/** What it says otherwise than one before it. */
export function changesPath(document: LegalDocument, version: number, since: number): string {
  return `${versionPath(document, version)}&since=${since}`
}
