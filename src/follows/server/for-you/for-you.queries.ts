import type { Database } from '#app/db/database.ts'

/** Hides a deal from a person; idempotent. Returns false if the deal is not published. */
export async function insertDeclined(
  db: Database,
  { userId, dealId, now }: { userId: string; dealId: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('declinedDeals')
    .columns(['userId', 'dealId', 'declinedAt'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select((each) => [
          each.val(userId).as('userId'),
          'deals.id as dealId',
          each.val(now).as('declinedAt'),
        ])
        .where('deals.id', '=', dealId)
        .where('isPublished', '=', true),
    )
    .onConflict((conflict) =>
      conflict.columns(['userId', 'dealId']).doUpdateSet({ declinedAt: now }),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function deleteDeclined(
  db: Database,
  { userId, dealId }: { userId: string; dealId: string },
): Promise<void> {
  await db
    .deleteFrom('declinedDeals')
    .where('userId', '=', userId)
    .where('dealId', '=', dealId)
    .execute()
}

export async function deleteDeclinedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('declinedDeals').where('declinedAt', '<', before).execute()
}

/** Returns when the setup was completed; null if it was not. */
export async function findSetUpAt(db: Database, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('forYouSetups')
    .select('setUpAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.setUpAt ?? null
}

/** Counts the follows that a person without a membership cannot use. */
export async function countAsleep(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('isForMembers', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}
