import type { AppContext } from '#app/server/context.ts'
import { networkOf } from '#app/server/network.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle, type Verdict } from '#app/server/throttle.ts'
import { hashToken } from '#app/server/tokens.ts'
import {
  ACCOUNT_FAILURES,
  ACCOUNT_WINDOW_SECONDS,
  ADDRESS_FAILURES,
  ADDRESS_WINDOW_SECONDS,
  FREE_FAILURES,
  waitSeconds,
} from './accounts.rules.ts'

/** Who is trying: an account, from an address, perhaps on a browser that has been let in before. */
export type Attempt = { email: string; ip: string; knownDevice: string | undefined }

/**
 * Slows guessing without ever locking the owner out. Each attempt is counted before the password
 * is looked at, so that parallel ones cannot slip through, and taken back when it was right.
 *
 * A browser that has signed in to the account before has a bucket of its own, so whatever
 * strangers do to the account, its owner gets in.
 */
export function createSignInThrottle({ db }: Pick<AppContext, 'db'>) {
  const ofAddress = createThrottle(db, {
    name: 'sign-in-address',
    limit: ADDRESS_FAILURES,
    windowSeconds: ADDRESS_WINDOW_SECONDS,
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
      const { address, account, pair } = keysOf(attempt)
      allow(await turns.check(pair))
      if (!attempt.knownDevice) {
        allow(await ofAddress.consume(address))
        allow(await ofAccount.consume(account))
      }
      const { count } = await failures.consume(pair)
      const needsTurn = count >= FREE_FAILURES
      if (needsTurn) allow(await turns.consume(pair, waitSeconds(count - FREE_FAILURES + 1)))

      return async () => {
        if (!attempt.knownDevice) {
          await ofAddress.refund(address)
          await ofAccount.refund(account)
        }
        await failures.refund(pair)
        if (needsTurn) await turns.reset(pair)
      }
    },

    async forgive(attempt: Attempt): Promise<void> {
      const { address, account, pair } = keysOf(attempt)
      if (!attempt.knownDevice) {
        await ofAddress.refund(address)
        await ofAccount.reset(account)
      }
      await failures.reset(pair)
      await turns.reset(pair)
    },
  }
}

/** The address of a person is not written down here either: only its hash. */
function keysOf({ email, ip, knownDevice }: Attempt) {
  const account = hashToken(email)
  const address = networkOf(ip)
  return { account, address, pair: `${account}|${knownDevice ?? address}` }
}

function allow(verdict: Verdict) {
  if (verdict.isAllowed) return
  throw tooManyRequests(
    'Too many attempts to sign in. Please wait a little and try again.',
    verdict.waitSeconds,
  )
}
