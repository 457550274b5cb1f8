import { RECOVERY_CODES } from '#app/admin/administrators/administrators.facts.ts'
import { readableText } from '#app/server/readable-text.ts'
import { hashToken } from '#app/server/tokens.ts'

/** Returns ten codes of about 60 bits each, in groups that can be written down. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => [4, 4, 4].map(readableText).join('-'))
}

/** Hashes a code as typed: with or without dashes, in any case. */
export function hashRecoveryCode(typed: string): string {
  return hashToken(typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
}
