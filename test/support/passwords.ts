import { PASSWORD_PARAMETERS } from '#app/accounts/server/passwords/passwords.ts'

const asOperated = { ...PASSWORD_PARAMETERS }

/**
 * Makes hashing almost free, because tests create many people; in production a hash takes 10 ms of a core.
 */
export function hashQuickly(): void {
  Object.assign(PASSWORD_PARAMETERS, { memoryCost: 8, timeCost: 1 })
}

/**
 * Restores production parameters for a test file about the content or the cost of hashes; the next file
 * hashes quickly again.
 */
export function hashAsOperated(): void {
  Object.assign(PASSWORD_PARAMETERS, asOperated)
}
