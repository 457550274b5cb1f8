import type { Database } from '#app/db/database.ts'
import { countActsOf, findActsOf } from '#app/membership/server/owner-actions/acts.queries.ts'
import {
  countOwnerReasonsOf,
  findOwnerReasonsOf,
} from '#app/membership/server/owner-actions/reasons.queries.ts'
import type { DataCount } from '#app/server/personal-data.queries.ts'
import { hashToken } from '#app/server/tokens.ts'
import {
  countCheckoutsOf,
  countLinksOf,
  countPaymentsOf,
  countSubscriptionsOf,
  findOwnCheckouts,
  findOwnLinks,
  findOwnPayments,
  findOwnSubscriptions,
  findOwnTrials,
} from './personal-data.queries.ts'

type Person = {
  userId: string
  email: string
  /** From `findUnclaimedIds`: this account may not see them. */
  unclaimedIds: string[]
}

/** The personal data of somebody's membership, for the export. */
export async function exportMembership(db: Database, { userId, email, unclaimedIds }: Person) {
  return {
    subscriptions: await findOwnSubscriptions(db, userId),
    payments: await findOwnPayments(db, userId),
    membershipActs: await findActsOf(db, userId),
    ownerReasons: await findOwnerReasonsOf(db, userId),
    checkouts: await findOwnCheckouts(db, userId),
    checkoutLinks: await findOwnLinks(db, userId),
    trials: await findOwnTrials(db, { userId, emailHash: hashToken(email), unclaimedIds }),
  }
}

/** The same data as counts and dates. */
export async function countMembership(db: Database, { userId, email, unclaimedIds }: Person) {
  const trials = await findOwnTrials(db, { userId, emailHash: hashToken(email), unclaimedIds })
  return {
    subscriptions: await countSubscriptionsOf(db, userId),
    payments: await countPaymentsOf(db, userId),
    membershipActs: await countActsOf(db, userId),
    ownerReasons: await countOwnerReasonsOf(db, userId),
    checkouts: await countCheckoutsOf(db, userId),
    checkoutLinks: await countLinksOf(db, userId),
    trials: {
      count: trials.length,
      firstAt: trials[0]?.startedAt ?? null,
      lastAt: trials.at(-1)?.startedAt ?? null,
    } satisfies DataCount,
  }
}
