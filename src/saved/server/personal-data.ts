import type { Database } from '#app/db/database.ts'
import { countFeedsOf, findFeedsOf } from './feeds.queries.ts'
import { countSavedOf, findSavedOf } from './saved.queries.ts'

/** What somebody has saved. It goes with the account. */
export async function exportSaved(db: Database, userId: string) {
  return { savedDeals: await findSavedOf(db, userId), savedFeeds: await findFeedsOf(db, userId) }
}

/** The same as numbers. */
export async function countSavedDeals(db: Database, userId: string) {
  return {
    savedDeals: await countSavedOf(db, userId),
    savedFeeds: await countFeedsOf(db, userId),
  }
}
