import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

/** Locks readers who are due, the longest first; concurrent callers get different readers. */
export async function lockDueReaders(trx: Trx, { now, limit }: { now: Date; limit: number }) {
  return trx
    .selectFrom('mailChoices')
    .innerJoin('users', 'users.id', 'mailChoices.userId')
    .selectAll('mailChoices')
    .select(['users.id', 'users.email', 'users.confirmedAt', 'users.inboxProvenAt'])
    .where('nextEditionAt', '<=', now)
    .orderBy('nextEditionAt')
    .limit(limit)
    .forUpdate('mailChoices')
    .skipLocked()
    .execute()
}
export type DueReader = Awaited<ReturnType<typeof lockDueReaders>>[number]

type Sent = { userId: string; nextEditionAt: Date; sentDay: string | null; through: Date | null }

/** Stores when each reader is due next and what they were promised; null keeps the stored value. */
export async function updateDueReaders(trx: Trx, readers: Sent[]): Promise<void> {
  const of = <T>(pick: (reader: Sent) => T) => readers.map(pick)
  await sql`
    update mail_choices set
      next_edition_at = given.next_at,
      edition_sent_day = coalesce(given.sent_day, edition_sent_day),
      edition_sent_through = coalesce(given.through, edition_sent_through)
    from unnest(
      ${of(({ userId }) => userId)}::text[],
      ${of(({ nextEditionAt }) => nextEditionAt)}::timestamptz[],
      ${of(({ sentDay }) => sentDay)}::text[],
      ${of(({ through }) => through)}::timestamptz[]
    ) as given (user_id, next_at, sent_day, through)
    where mail_choices.user_id = given.user_id
  `.execute(trx)
}

export async function findStoppedStreams(db: Database) {
  return db.selectFrom('mailStreamStops').selectAll().execute()
}
