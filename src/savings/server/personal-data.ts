import type { Database } from '#app/db/database.ts'
import { countLedgerOf, findLedgerOf } from './personal-data.queries.ts'

/** What somebody bought and gave back. It goes with the account; the trips stay without any tie to it. */
export async function exportLedger(db: Database, userId: string) {
  return { ledgerRows: await findLedgerOf(db, userId) }
}

/** The same as numbers. */
export async function countLedger(db: Database, userId: string) {
  return { ledgerRows: await countLedgerOf(db, userId) }
}
