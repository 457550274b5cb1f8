import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { escapeLike } from '#app/db/like.ts'

/** The pseudonym of a person in the audit log; undefined when the account is gone. */
export async function findAuditHandle(db: Database, userId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('users')
    .select('auditHandle')
    .where('id', '=', userId)
    .executeTakeFirst()
  return found?.auditHandle
}

/** Accounts whose address has this prefix, an exact match first. Pattern characters are escaped. */
export async function findAccountsByBeginning(
  db: Database,
  { beginning, limit }: { beginning: string; limit: number },
) {
  const pattern = `${escapeLike(beginning)}%`
  return db
    .selectFrom('users')
    .select(['id', 'email', 'createdAt'])
    .where('email', 'like', pattern)
    .orderBy(sql`email <> ${beginning}`)
    .orderBy('email')
    .limit(limit)
    .execute()
}
