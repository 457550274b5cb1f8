import type { Database } from '#app/db/database.ts'

/** Harmless for one that is put aside already; answers whether there is such a deal. */
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

/** When the set-up was done; null where it was not. */
export async function findSetUpAt(db: Database, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('forYouSetups')
    .select('setUpAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.setUpAt ?? null
}

/** Of somebody without a membership: what rests on one. */
export async function countAsleep(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('isForMembers', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}
