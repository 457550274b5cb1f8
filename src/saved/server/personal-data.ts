import type { Database } from '#app/db/database.ts'
import { countFeedsOf, findFeedsOf } from './feeds.queries.ts'
import { countSavedOf, findSavedOf } from './saved.queries.ts'

/** Exports a person's saved deals and feeds. All are deleted with the account. */
export async function exportSaved(db: Database, userId: string) {
  return { savedDeals: await findSavedOf(db, userId), savedFeeds: await findFeedsOf(db, userId) }
}

/** Counts the rows that `exportSaved` returns. */
export async function countSavedDeals(db: Database, userId: string) {
  return {
    savedDeals: await countSavedOf(db, userId),
    savedFeeds: await countFeedsOf(db, userId),
  }
}
