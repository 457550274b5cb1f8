import type { Database } from '#app/db/database.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { findManagedRows, type ManagedRow } from '#app/deals/server/deal/managed-deals.queries.ts'
import { serializeManagedDeal } from '#app/deals/server/deal/serialize-deal.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { dealName, type FieldFaults } from './editing.rules.ts'

/** What became of one deal: as it was and as it is, null where it was or is not there. */
export type Written = {
  id: string
  /** How people call it. */
  label: string
  before: ManagedDeal | null
  after: ManagedDeal | null
  /** False when all was as it was wanted already, and nothing was written. */
  hasChanged: boolean
}

export function written(before: ManagedRow | null, after: ManagedRow | null): Written {
  const row = after ?? before
  if (!row) throw new Error('A deal was neither there before nor is there now.')
  return {
    id: row.id,
    label: dealName(row),
    before: before && serializeManagedDeal(before),
    after: after && serializeManagedDeal(after),
    hasChanged: before !== after,
  }
}

/** Ids are made by `newId`; anything else is not worth a question to the database. */
export function isDealId(text: string): boolean {
  return /^[A-Za-z0-9_-]{12}$/.test(text)
}

/** Throws 404 with one of two texts: never there, or deleted meanwhile. */
export async function getLiveRow(db: Database, id: string): Promise<ManagedRow> {
  const row = isDealId(id) ? (await findManagedRows(db, [id])).get(id) : undefined
  if (!row) throw notFound('deal')
  if (row.deletedAt !== null) {
    throw new Problem(404, 'deal-deleted', 'This deal was deleted meanwhile.')
  }
  return row
}

/** Throws 422 `invalid-deal`, unless there are no faults. */
export function refuseFaults(faults: FieldFaults): void {
  const [first] = Object.values(faults)
  if (first !== undefined) throw new Problem(422, 'invalid-deal', first, { fields: faults })
}
