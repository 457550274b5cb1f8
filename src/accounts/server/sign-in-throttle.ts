import type { AppContext } from '#app/server/context.ts'
import { networkOf } from '#app/server/network.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle, type Verdict } from '#app/server/throttle.ts'
import { hashToken } from '#app/server/tokens.ts'
import {
  ACCOUNT_FAILURES,
  ACCOUNT_WINDOW_SECONDS,
  FREE_FAILURES,
  NETWORK_FAILURES,
  NETWORK_WINDOW_SECONDS,
  waitSeconds,
} from './accounts.rules.ts'

/** Who is trying: an account, from a network, perhaps on a browser that has been let in before. */
export type Attempt = { email: string; ip: string; knownDevice: string | undefined }

/**
 * Slows guessing without ever locking the owner out. Each attempt is counted before the password
 * is looked at, so that parallel ones cannot slip through, and taken back when it was right.
 *
 * A browser that has signed in to the account before has a bucket of its own, so whatever
 * strangers do to the account, its owner gets in.
 */
export function createSignInThrottle({ db }: Pick<AppContext, 'db'>) {
  const ofNetwork = createThrottle(db, {
    name: 'sign-in-network',
    limit: NETWORK_FAILURES,
    windowSeconds: NETWORK_WINDOW_SECONDS,
  })
  const ofAccount = createThrottle(db, {
    name: 'sign-in-account',
    limit: ACCOUNT_FAILURES,
    windowSeconds: ACCOUNT_WINDOW_SECONDS,
  })
  // Counts only; how long to wait follows from the count.
  const failures = createThrottle(db, {
    name: 'sign-in-failures',
    limit: Number.MAX_SAFE_INTEGER,
    windowSeconds: ACCOUNT_WINDOW_SECONDS,
  })
  const turns = createThrottle(db, { name: 'sign-in-turn', limit: 1, windowSeconds: 1 })

  return {
    /**
     * Throws 429 with the seconds to wait. What it answers takes the attempt back, for when the
     * password was never looked at after all.
     */
    async count(attempt: Attempt): Promise<() => Promise<void>> {
      const { network, account, pair } = keysOf(attempt)
      allow(await turns.check(pair))
      if (!attempt.knownDevice) {
        allow(await ofNetwork.consume(network))
        allow(await ofAccount.consume(account))
      }
      const { count } = await failures.consume(pair)
      const needsTurn = count >= FREE_FAILURES
      if (needsTurn) allow(await turns.consume(pair, waitSeconds(count - FREE_FAILURES + 1)))

      return async () => {
        if (!attempt.knownDevice) {
          await ofNetwork.refund(network)
          await ofAccount.refund(account)
        }
        await failures.refund(pair)
        if (needsTurn) await turns.reset(pair)
      }
    },

    async forgive(attempt: Attempt): Promise<void> {
      const { network, account, pair } = keysOf(attempt)
      if (!attempt.knownDevice) {
        await ofNetwork.refund(network)
        await ofAccount.reset(account)
      }
      await failures.reset(pair)
      await turns.reset(pair)
    },
  }
}

/** The e-mail address is not written down here either: only its hash. */
function keysOf({ email, ip, knownDevice }: Attempt) {
  const account = hashToken(email)
  const network = networkOf(ip)
  return { account, network, pair: `${account}|${knownDevice ?? network}` }
}

function allow(verdict: Verdict) {
  if (verdict.isAllowed) return
  throw tooManyRequests(
    'Too many attempts to sign in. Please wait a little and try again.',
    verdict.waitSeconds,
  )
}
