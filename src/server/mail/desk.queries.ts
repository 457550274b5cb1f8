import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

/** An address, and between which moments it was this person's; null for no bound. */
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

/** The newest mails to somebody with what became of each, and how many there are in all. */
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

/** Those that their recipient's mail server has turned away for good since then, of no stream, the newest first. */
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

/** Undefined where none of this id went to the address. */
export async function findMailTo(db: Database, { id, email }: { id: string; email: string }) {
  return db
    .selectFrom('mails')
    .select(['id', 'template', 'data', 'stream', 'state'])
    .where('id', '=', id)
    .where('recipient', '=', email)
    .executeTakeFirst()
}
