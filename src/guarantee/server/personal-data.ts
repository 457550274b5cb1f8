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

/** Exports a user's guarantee and its refunds. */
export async function exportGuarantee(db: Database, userId: string) {
  return {
    guarantees: await findGuaranteesOf(db, userId),
    guaranteePayments: await findYearPaymentsOf(db, userId),
    guaranteeClaims: await findClaimsOf(db, userId),
    guaranteeRefunds: await findRefundsOf(db, userId),
    guaranteeKeys: await findKeysOf(db, userId),
  }
}

/** Counts the rows that `exportGuarantee` returns. */
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
 * Detaches the guarantee from its account, in the transaction that deletes the account. A claim made before
 * is still paid; what is kept of it has no name.
 */
export async function endGuarantee(trx: Trx, userId: string): Promise<void> {
  await unlinkGuarantee(trx, userId)
}
