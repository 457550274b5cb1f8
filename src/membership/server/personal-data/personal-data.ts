import type { Database } from '#app/db/database.ts'
import type { DataCount } from '#app/server/personal-data.queries.ts'
import { hashToken } from '#app/server/tokens.ts'
import {
  countCheckouts,
  countLinks,
  countPayments,
  countSubscriptions,
  findOwnCheckouts,
  findOwnLinks,
  findOwnPayments,
  findOwnSubscriptions,
  findOwnTrials,
} from './personal-data.queries.ts'

type Person = {
  userId: string
  email: string
  /** Of `findUnclaimedIds`: they are not for this account to see. */
  unclaimedIds: string[]
}

/** Everything kept of what somebody has or had with us for money. */
export async function exportMembership(db: Database, { userId, email, unclaimedIds }: Person) {
  return {
    subscriptions: await findOwnSubscriptions(db, userId),
    payments: await findOwnPayments(db, userId),
    checkouts: await findOwnCheckouts(db, userId),
    checkoutLinks: await findOwnLinks(db, userId),
    trials: await findOwnTrials(db, { userId, emailHash: hashToken(email), unclaimedIds }),
  }
}

/** The same as numbers. */
export async function countMembership(db: Database, { userId, email, unclaimedIds }: Person) {
  const trials = await findOwnTrials(db, { userId, emailHash: hashToken(email), unclaimedIds })
  return {
    subscriptions: await countSubscriptions(db, userId),
    payments: await countPayments(db, userId),
    checkouts: await countCheckouts(db, userId),
    checkoutLinks: await countLinks(db, userId),
    trials: {
      count: trials.length,
      firstAt: trials[0]?.startedAt ?? null,
      lastAt: trials.at(-1)?.startedAt ?? null,
    } satisfies DataCount,
  }
}
