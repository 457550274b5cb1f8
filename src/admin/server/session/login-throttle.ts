import type { Database } from '#app/db/database.ts'
import { countTogether } from '#app/server/rate-limits/counters.ts'
import { type CountedAttempt, countAttempt } from '#app/server/rate-limits/login-backoff.ts'
import {
  FAILURES_WINDOW_SECONDS,
  REFUSED_EVERY_SECONDS,
  STRANGERS_FAILURES,
  STRANGERS_WINDOW_SECONDS,
} from './session.rules.ts'

/**
 * Slows guessing, from one network and from all together. A browser that has opened the back office
 * before has a bucket of its own, so whatever strangers do, its owner gets in. Throws 429 with the
 * seconds to wait.
 */
export function countAdminAttempt(
  db: Database,
  { network, device }: { network: string; device: string | undefined },
): Promise<CountedAttempt> {
  const strangers = {
    key: 'admin-strangers',
    limit: STRANGERS_FAILURES,
    windowSeconds: STRANGERS_WINDOW_SECONDS,
  }
  return countAttempt(db, {
    name: 'admin',
    bucket: device ?? network,
    bucketSeconds: FAILURES_WINDOW_SECONDS,
    shared: device ? [] : [strangers],
    message: 'Too many wrong passwords. Please wait a little and try again.',
  })
}

/** Whether a refusal is worth an entry: guessing must not fill the audit log. */
export async function isRefusalNoted(db: Database, network: string): Promise<boolean> {
  const tally = {
    key: `admin-refused:${network}`,
    limit: 1,
    windowSeconds: REFUSED_EVERY_SECONDS,
  }
  return (await countTogether(db, [tally]))?.get(tally.key) === 1
}
