import type { Database } from '#app/db/database.ts'
import type { DataCount } from '#app/server/personal-data.queries.ts'
import { hashToken } from '#app/server/tokens.ts'
import {
  findOwnCheckouts,
  findOwnLinks,
  findOwnPayments,
  findOwnSubscriptions,
  findOwnTrials,
  traceCheckouts,
  traceLinks,
  tracePayments,
  traceSubscriptions,
} from './personal-data.queries.ts'

export { findUnclaimedIds } from '#app/membership/server/checkout/unclaimed.queries.ts'
export { findConsentIds } from './personal-data.queries.ts'

type Person = {
  userId: string
  email: string
  /** Of `findUnclaimedIds`: they are not for this account to see. */
  unclaimedIds: string[]
}

/** Everything kept of what somebody has or had with us for money. */
export async function readOwnMembership(db: Database, { userId, email, unclaimedIds }: Person) {
  return {
    subscriptions: await findOwnSubscriptions(db, userId),
    payments: await findOwnPayments(db, userId),
    checkouts: await findOwnCheckouts(db, userId),
    checkoutLinks: await findOwnLinks(db, userId),
    trials: await findOwnTrials(db, { userId, emailHash: hashToken(email), unclaimedIds }),
  }
}

/** The same as numbers. */
export async function traceOwnMembership(db: Database, { userId, email, unclaimedIds }: Person) {
  const trials = await findOwnTrials(db, { userId, emailHash: hashToken(email), unclaimedIds })
  return {
    subscriptions: await traceSubscriptions(db, userId),
    payments: await tracePayments(db, userId),
    checkouts: await traceCheckouts(db, userId),
    checkoutLinks: await traceLinks(db, userId),
    trials: {
      count: trials.length,
      firstAt: trials[0]?.startedAt ?? null,
      lastAt: trials.at(-1)?.startedAt ?? null,
    } satisfies DataCount,
  }
}
