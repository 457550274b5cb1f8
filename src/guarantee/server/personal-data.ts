import type { Database, Trx } from '#app/db/database.ts'
import {
  countClaimsOf,
  countGuaranteesOf,
  countKeysOf,
  countRefundsOf,
  countYearPaymentsOf,
  findClaimsOf,
  findGuaranteesOf,
  findKeysOf,
  findRefundsOf,
  findYearPaymentsOf,
  unlinkGuarantee,
} from './personal-data.queries.ts'

/** How somebody's first year stands, and what was paid back for it. */
export async function exportGuarantee(db: Database, userId: string) {
  return {
    guarantees: await findGuaranteesOf(db, userId),
    guaranteePayments: await findYearPaymentsOf(db, userId),
    guaranteeClaims: await findClaimsOf(db, userId),
    guaranteeRefunds: await findRefundsOf(db, userId),
    guaranteeKeys: await findKeysOf(db, userId),
  }
}

/** The same as numbers. */
export async function countGuarantee(db: Database, userId: string) {
  return {
    guarantees: await countGuaranteesOf(db, userId),
    guaranteePayments: await countYearPaymentsOf(db, userId),
    guaranteeClaims: await countClaimsOf(db, userId),
    guaranteeRefunds: await countRefundsOf(db, userId),
    guaranteeKeys: await countKeysOf(db, userId),
  }
}

/**
 * Ends it with the account, in the transaction that deletes that. A claim that had been made before is
 * still paid: what is kept of it has no name.
 */
export async function endGuarantee(trx: Trx, userId: string): Promise<void> {
  await unlinkGuarantee(trx, userId)
}
