import type { Database, Trx } from '#app/db/database.ts'
import { MOST_FREE_DEALS_A_DAY } from '#app/deals/deals.facts.ts'
import { freeDealsOf } from '#app/deals/server/deal/life.rules.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { findFreeCandidates, markFree } from './free-deals.queries.ts'

/** What is open for everybody on `today`, in its order, and what may be read because it was. */
export async function findFreeDeals(db: Database, today: string) {
  const most = MOST_FREE_DEALS_A_DAY
  // As many as are readable may come before those that are open.
  const candidates = await findFreeCandidates(db, { today, most: most + FREE_DEALS_A_DAY })
  return freeDealsOf(candidates, { aDay: FREE_DEALS_A_DAY, most })
}

/** Comes before one of them may end or come back: what was open today stays readable today. */
export async function rememberFreeDeals(trx: Trx, today: string): Promise<void> {
  const { open } = await findFreeDeals(trx, today)
  if (open.length > 0) await markFree(trx, open, today)
}
