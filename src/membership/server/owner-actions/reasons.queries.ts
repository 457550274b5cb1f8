import type { Database, Trx } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

type OwnerReason = { id: string; userId: string; reason: string; notedAt: Date }

/**
 * Stores why one of us did something about somebody; deleted with their account. False when it
 * exists already.
 */
export async function insertOwnerReason(trx: Trx, reason: OwnerReason): Promise<boolean> {
  const inserted = await trx
    .insertInto('ownerReasons')
    .values(reason)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Reasons by their own ids and those of acts; there are none for deleted accounts. */
export async function findOwnerReasons(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('ownerReasons')
    .select(['id', 'reason'])
    .where('id', 'in', ids)
    .unionAll(
      db
        .selectFrom('membershipActs')
        .select(['id', (eb) => eb.ref('reason').$notNull().as('reason')])
        .where('id', 'in', ids)
        .where('reason', 'is not', null),
    )
    .execute()
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

export async function findOwnerReasonsOf(db: Database, userId: string): Promise<OwnerReason[]> {
  return db
    .selectFrom('ownerReasons')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('notedAt')
    .execute()
}

export async function countOwnerReasonsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('ownerReasons')
    .select(selectDataCount('notedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}
