import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/**
 * Inserts members with open sessions directly into the tables and returns their cookies. A load needs many,
 * because each may read the feed only so often an hour.
 */
export async function addMembers(db: Database, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'))
  const run = randomBytes(4).toString('hex')
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into users (id, email, password_hash, confirmed_at)
      select ${run} || n, ${run} || n || '@bench.test', 'none', now()
      from generate_series(1, ${count}::int) as n`.execute(trx)
    await sql`
      insert into subscriptions (id, user_id, status, plan, cancel_at, current_period_end)
      select 'sub_' || ${run} || n, ${run} || n, 'active', 'annual', null, now() + interval '1 year'
      from generate_series(1, ${count}::int) as n`.execute(trx)
    await sql`
      insert into sessions (token_hash, user_id)
      select hash, ${run} || n from unnest(${hashes}::text[]) with ordinality as each (hash, n)`.execute(
      trx,
    )
  })
  await sql`analyze users, sessions, subscriptions`.execute(db)
  return tokens.map((token) => `session=${token}`)
}
