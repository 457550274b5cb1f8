import type { Database } from '#app/db/database.ts'
import { countLedgerOf, findLedgerOf } from './personal-data.queries.ts'

/** Exports a person's ledger. It is deleted with the account; the trips stay without an owner. */
export async function exportLedger(db: Database, userId: string) {
  return { ledgerRows: await findLedgerOf(db, userId) }
}

/** Counts the rows that `exportLedger` returns. */
export async function countLedger(db: Database, userId: string) {
  return { ledgerRows: await countLedgerOf(db, userId) }
}
