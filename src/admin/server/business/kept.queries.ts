import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** Whether there are at least so many memberships; stops counting there. */
export async function hasMemberships(db: Database, many: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from subscriptions limit ${many}) as counted`.execute(db)
  return (rows[0]?.count ?? 0) >= many
}

export async function keepBusinessDay(
  db: Database,
  { day, countedAt, numbers }: { day: string; countedAt: Date; numbers: object },
): Promise<void> {
  const row = { countedAt, numbers: JSON.stringify(numbers) }
  await db
    .insertInto('businessDays')
    .values({ day, ...row })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(row))
    .execute()
}

export async function findLastBusinessDay(db: Database) {
  return db
    .selectFrom('businessDays')
    .select('numbers')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
}
