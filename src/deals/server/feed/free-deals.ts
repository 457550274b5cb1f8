import type { Database, Trx } from '#app/db/database.ts'
import { MOST_FREE_DEALS_A_DAY } from '#app/deals/deals.facts.ts'
import { freeDealsOf } from '#app/deals/server/deal/life.rules.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { findFreeCandidates, markFree } from './free-deals.queries.ts'

/** The deals open on `today`, in order, and all that may be read because they were open today. */
export async function findFreeDeals(db: Database, today: string) {
  const most = MOST_FREE_DEALS_A_DAY
  // Ended deals that are still readable may precede the open ones.
  const candidates = await findFreeCandidates(db, { today, most: most + FREE_DEALS_A_DAY })
  return freeDealsOf(candidates, { aDay: FREE_DEALS_A_DAY, most })
}

/** Must run before free deals may end or come back: what was open today stays readable today. */
export async function rememberFreeDeals(trx: Trx, today: string): Promise<void> {
  const { open } = await findFreeDeals(trx, today)
  if (open.length > 0) await markFree(trx, open, today)
}
