import type { AppContext } from '#app/server/context.ts'
import { networkOf } from '#app/server/network.ts'
import type { Tally } from '#app/server/rate-limits/counters.ts'
import { type CountedAttempt, countAttempt } from '#app/server/rate-limits/login-backoff.ts'
import { hashToken } from '#app/server/tokens.ts'
import {
  ACCOUNT_FAILURES,
  ACCOUNT_WINDOW_SECONDS,
  NETWORK_FAILURES,
  NETWORK_WINDOW_SECONDS,
} from './accounts.rules.ts'

/** Who is trying: an account, from a network, perhaps on a browser that has been let in before. */
export type Attempt = { email: string; ip: string; knownDevice: string | undefined }

/**
 * Slows guessing without ever locking the owner out. A browser that has signed in to the account
 * before has a bucket of its own, so whatever strangers do to the account, its owner gets in.
 * Throws 429 with the seconds to wait.
 */
export function countSignIn(
  { db }: Pick<AppContext, 'db'>,
  { email, ip, knownDevice }: Attempt,
): Promise<CountedAttempt> {
  // The e-mail address is not written down here either: only its hash.
  const account = hashToken(email)
  const network = networkOf(ip)
  const ofNetwork = tally('network', network, NETWORK_FAILURES, NETWORK_WINDOW_SECONDS)
  const ofAccount = tally('account', account, ACCOUNT_FAILURES, ACCOUNT_WINDOW_SECONDS)
  return countAttempt(db, {
    name: 'sign-in',
    bucket: `${account}|${knownDevice ?? network}`,
    bucketSeconds: ACCOUNT_WINDOW_SECONDS,
    shared: knownDevice ? [] : [ofNetwork, ofAccount],
    forgiven: knownDevice ? [] : [ofAccount],
    message: 'Too many attempts. Please wait a little and try again.',
  })
}

function tally(name: string, key: string, limit: number, windowSeconds: number): Tally {
  return { key: `sign-in-${name}:${key}`, limit, windowSeconds }
}
