import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

/** An address and the period in which it was this person's; null means unbounded. */
type Held = { email: string; since: Date | null; until: Date | null }

function isTo(addresses: Held[]) {
  return (eb: ExpressionBuilder<Tables, 'mails'>) =>
    eb.or(
      addresses.map(({ email, since, until }) =>
        eb.and([
          eb('recipient', '=', email),
          ...(since ? [eb('createdAt', '>', since)] : []),
          ...(until ? [eb('createdAt', '<=', until)] : []),
        ]),
      ),
    )
}

/** The newest mails to somebody with their outcome, and the total number. */
export async function findMailsAndFate(
  db: Database,
  { addresses, limit }: { addresses: Held[]; limit: number },
) {
  return db
    .selectFrom('mails')
    .select(['id', 'template', 'recipient', 'stream', 'state', 'attempts', 'lastError'])
    .select(['createdAt', 'finishedAt'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where(isTo(addresses))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Mails outside streams that were permanently rejected since then, newest first. */
export async function findRefusedMails(
  db: Database,
  { since, limit }: { since: Date; limit: number },
) {
  return db
    .selectFrom('mails')
    .select(['id', 'template', 'recipient', 'finishedAt', 'lastError'])
    .where('state', '=', 'refused')
    .where('finishedAt', '>', since)
    .where('stream', 'is', null)
    .orderBy('finishedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Undefined when no mail with this id went to the address. */
export async function findMailTo(db: Database, { id, email }: { id: string; email: string }) {
  return db
    .selectFrom('mails')
    .select(['id', 'template', 'data', 'stream', 'state'])
    .where('id', '=', id)
    .where('recipient', '=', email)
    .executeTakeFirst()
}
