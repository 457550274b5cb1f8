import type { Database, Trx } from '#app/db/database.ts'
import { countReportsOf, findReportsOf, unlinkReports } from './reports.queries.ts'

/** Exports a person's reports on deals. */
export async function exportReports(db: Database, userId: string) {
  return { reports: await findReportsOf(db, userId) }
}

/** Counts a person's reports on deals. */
export async function countReports(db: Database, userId: string) {
  return { reports: await countReportsOf(db, userId) }
}

/** Keeps a person's reports as figures, without their author and words. */
export async function anonymiseReports(trx: Trx, userId: string): Promise<void> {
  await unlinkReports(trx, userId)
}
