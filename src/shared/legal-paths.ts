import type { LegalDocument } from './legal-versions.ts'
import { paths } from './paths.ts'

/** The address of one version of a legal document. */
export function versionPath(document: LegalDocument, version: number): string {
  const path = document === 'terms' ? paths.terms() : paths.privacyPolicy()
  return `${path}?version=${version}`
}

/** The address of a version with its changes since an earlier one. */
export function changesPath(document: LegalDocument, version: number, since: number): string {
  return `${versionPath(document, version)}&since=${since}`
}
