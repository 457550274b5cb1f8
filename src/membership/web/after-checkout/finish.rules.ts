import { isLongEnough, SHORTEST_PASSWORD, tooShort } from '#app/accounts/accounts.facts.ts'
import { FAR_TOO_SHORT_PASSWORD } from '#app/membership/membership.facts.ts'
/** Whether this is a path on our own site, and nothing that a browser would read as another site. */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(path)
}

type Passwords = { password: string; confirmation: string }

/** What is wrong with a new account's passwords, by field; only the server knows the common ones. */
export function passwordProblems({ password, confirmation }: Passwords): Record<string, string> {
  for (const shortest of [FAR_TOO_SHORT_PASSWORD, SHORTEST_PASSWORD]) {
    if (!isLongEnough(password, shortest)) return { password: tooShort(shortest) }
  }
  if (password !== confirmation) return { confirmation: 'Passwords do not match' }
  return {}
}

export const POLL_DELAY_MS = 3000
/** After this many polls the person is asked to come back later. */
export const POLL_LIMIT = 20
