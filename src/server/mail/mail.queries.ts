import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

/** A queued mail. */
export type Mail = {
  id: string
  template: string
  to: string
  data: Record<string, unknown>
  createdAt: Date
}

/**
 * Undefined when there already is a mail with this key. After a restore, a mail that `mayRepeat` is held while it is
 * unknown what was sent since the backup.
 */
export async function insertMail(
  trx: Trx,
  mail: Insertable<Tables['mails']>,
  { mayRepeat = false } = {},
): Promise<'queued' | 'held' | undefined> {
  const inserted = await trx
    .insertInto('mails')
    .values({
      ...mail,
      ...(mayRepeat && {
        state: sql<'queued' | 'held'>`case when exists
          (select from restores where subscriptions_read_at is null) then 'held' else 'queued' end`,
      }),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('state')
    .executeTakeFirst()
  return inserted?.state === 'held' ? 'held' : inserted && 'queued'
}

/** Counts an attempt for each id; undefined for mails that no longer have to be sent. */
export async function startMailAttempts(
  db: Database,
  ids: string[],
): Promise<Array<(Mail & { sendAfter: Date }) | undefined>> {
  const mails = await db
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '=', 'queued')
    .where('stream', 'is', null)
    .returning(['id', 'template', 'recipient as to', 'data', 'createdAt', 'sendAfter'])
    .execute()
  return ids.map((id) => mails.find((mail) => mail.id === id))
}

type End = { state: 'sent' | 'dropped' | 'refused'; finishedAt: Date }

export async function finishMails(db: Database, ids: string[], end: End): Promise<void> {
  await db
    .updateTable('mails')
    .set((eb) => ({
      ...end,
      recipient: eb
        .case()
        .when(sql<boolean>`data @> '{"isFarewell": true}'`)
        .then('')
        .else(eb.ref('recipient'))
        .end(),
    }))
    .where('id', 'in', ids)
    .execute()
}

export async function recordMailFailure(
  db: Database,
  id: string,
  lastError: string,
): Promise<void> {
  await db.updateTable('mails').set({ lastError }).where('id', '=', id).execute()
}

type Page = { before: Date; after: string; limit: number }

/** Overdue mails, paged by id. */
export async function findWaitingMails(db: Database, { before, after, limit }: Page) {
  return db
    .selectFrom('mails')
    .select(['id', 'sendAfter'])
    .where('state', '=', 'queued')
    .where('stream', 'is', null)
    .where('sendAfter', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes recipients of old mails. Keys are kept, so that nothing is ever sent twice. */
export async function purgeMailsBefore(db: Database, finishedBefore: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ recipient: '', data: '{}' })
    .where('finishedAt', '<', finishedBefore)
    .where('recipient', '!=', '')
    .execute()
}

/** Holds waiting mails after a restore, because they may have been sent since the backup. Returns how many are held. */
export async function holdWaitingMails(trx: Trx): Promise<number> {
  await trx
    .updateTable('mails')
    .set({ state: 'held' })
    .where('state', 'in', ['queued', 'sending'])
    .execute()
  const { count } = await trx
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow()
  return count
}

/** Held mails, oldest first. */
export async function findHeldMails(db: Database) {
  return db
    .selectFrom('mails')
    .select(['id', 'template', 'stream', 'recipient', 'createdAt', 'sendAfter', 'lastError'])
    .where('state', '=', 'held')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Ends the hold of these mails, or of all when no ids are given; returns those that were held. */
export async function endHolding(
  trx: Trx,
  ids: string[] | undefined,
  end: { state: 'queued'; sendAfter: Date } | { state: 'dropped'; finishedAt: Date },
): Promise<Array<{ id: string; stream: string | null }>> {
  // A mail of a stream is too late some time after it was queued, which it is now.
  const queuedAt = end.state === 'queued' ? end.sendAfter : null
  const createdAt = sql<Date>`case when stream is null then created_at
    else coalesce(${queuedAt}::timestamptz, created_at) end`
  const ended = await trx
    .updateTable('mails')
    .set({ ...end, createdAt, leasedUntil: null })
    .where('state', '=', 'held')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .returning(['id', 'stream'])
    .execute()
  return ended
}
