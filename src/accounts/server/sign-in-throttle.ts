import type { RawBuilder } from 'kysely'
import type { AppContext } from '#app/server/context.ts'
import { networkOf } from '#app/server/network.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { countTogether, type Tally, takingBack, waitFor } from '#app/server/tallies.ts'
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

/** An attempt that has been counted. */
type Counted = {
  /** For when the password was never looked at after all. */
  takeBack: () => Promise<void>
  /** For when it was right: a statement of its own, or a part of the one that lets them in. */
  forgiving: RawBuilder<unknown>
}

/**
 * Slows guessing without ever locking the owner out. Each attempt is counted before the password
 * is looked at, so that parallel ones cannot slip through, and taken back when it was right. Throws
 * 429 with the seconds to wait.
 *
 * A browser that has signed in to the account before has a bucket of its own, so whatever
 * strangers do to the account, its owner gets in.
 */
export async function countSignIn(
  { db }: Pick<AppContext, 'db'>,
  attempt: Attempt,
): Promise<Counted> {
  const { network, account, failures, turn } = talliesOf(attempt)
  const shared = attempt.knownDevice ? [] : [network, account]
  const counted = [...shared, failures]
  const keys = counted.map(({ key }) => key)

  const counts = await countTogether(db, counted, [turn])
  if (!counts) throw await tooMany(db, [...counted, turn])
  const overfull = shared.filter(({ key, limit }) => (counts.get(key) ?? 0) > limit)
  if (overfull.length > 0) {
    await takingBack({ refunded: keys }).execute(db)
    throw await tooMany(db, overfull)
  }
  // Past the free ones, one attempt at a time has its turn, and then all wait.
  const failed = counts.get(failures.key) ?? 0
  const needsTurn = failed >= FREE_FAILURES
  if (needsTurn) {
    const next = { ...turn, windowSeconds: waitSeconds(failed - FREE_FAILURES + 1) }
    const taken = await countTogether(db, [next])
    if (taken?.get(turn.key) !== 1) throw await tooMany(db, [turn])
  }
  const turns = needsTurn ? [turn.key] : []

  return {
    takeBack: async () => {
      await takingBack({ refunded: keys, reset: turns }).execute(db)
    },
    forgiving: takingBack({
      refunded: attempt.knownDevice ? [] : [network.key],
      reset: [...(attempt.knownDevice ? [] : [account.key]), failures.key, ...turns],
    }),
  }
}

/** The e-mail address is not written down here either: only its hash. */
function talliesOf({ email, ip, knownDevice }: Attempt) {
  const account = hashToken(email)
  const network = networkOf(ip)
  const pair = `${account}|${knownDevice ?? network}`
  return {
    network: tally('network', network, NETWORK_FAILURES, NETWORK_WINDOW_SECONDS),
    account: tally('account', account, ACCOUNT_FAILURES, ACCOUNT_WINDOW_SECONDS),
    // Counts only; how long to wait follows from the count.
    failures: tally('failures', pair, Number.MAX_SAFE_INTEGER, ACCOUNT_WINDOW_SECONDS),
    turn: tally('turn', pair, 1, 1),
  }
}

function tally(name: string, key: string, limit: number, windowSeconds: number): Tally {
  return { key: `sign-in-${name}:${key}`, limit, windowSeconds }
}

async function tooMany(db: AppContext['db'], full: Tally[]) {
  return tooManyRequests(
    'Too many attempts to sign in. Please wait a little and try again.',
    await waitFor(db, full),
  )
}
