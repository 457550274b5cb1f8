import type { Database, Trx } from '#app/db/database.ts'
import { countReportsOf, findReportsOf, unlinkReports } from './reports.queries.ts'

/** What somebody told us is wrong with deals. */
export async function exportReports(db: Database, userId: string) {
  return { reports: await findReportsOf(db, userId) }
}

/** The same as numbers. */
export async function countReports(db: Database, userId: string) {
  return { reports: await countReportsOf(db, userId) }
}

/** They stay as numbers, without a name and without words. */
export async function anonymiseReports(trx: Trx, userId: string): Promise<void> {
  await unlinkReports(trx, userId)
}
