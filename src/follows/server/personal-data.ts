import type { Database } from '#app/db/database.ts'
import {
  countDeclinedOf,
  countFollowsOf,
  countSetupsOf,
  exportDeclinedOf,
  exportFollowsOf,
  exportSetupsOf,
} from './personal-data.queries.ts'

/** Exports a person's follows, hidden items and setup. All of it is deleted with the account. */
export async function exportFollows(db: Database, userId: string) {
  return {
    follows: await exportFollowsOf(db, userId),
    forYouSetups: await exportSetupsOf(db, userId),
    declinedDeals: await exportDeclinedOf(db, userId),
  }
}

/** Counts the rows that `exportFollows` returns. */
export async function countFollows(db: Database, userId: string) {
  return {
    follows: await countFollowsOf(db, userId),
    forYouSetups: await countSetupsOf(db, userId),
    declinedDeals: await countDeclinedOf(db, userId),
  }
}
