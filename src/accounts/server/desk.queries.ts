import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** Accounts whose address begins so, the very address first. What means something in a pattern means itself. */
export async function findAccountsByBeginning(
  db: Database,
  { beginning, limit }: { beginning: string; limit: number },
) {
  const pattern = `${beginning.replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('users')
    .select(['id', 'email', 'createdAt'])
    .where('email', 'like', pattern)
    .orderBy(sql`email <> ${beginning}`)
    .orderBy('email')
    .limit(limit)
    .execute()
}
