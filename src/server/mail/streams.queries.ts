import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import type { MailLane } from '#app/shared/mail-streams.ts'

/** A queued mail of a stream. */
export type StreamMail = {
  id: string
  template: string
  stream: MailLane
  userId: string
  data: Record<string, unknown>
  createdAt: Date
  attempts: number
}

type NewStreamMail = Insertable<Tables['mails']> & { stream: MailLane; userId: string }

/**
 * Returns the keys that were new; existing ones are left alone. All mails are passed as one JSON parameter: building a
 * statement with a placeholder for each value would take longer than inserting them.
 */
export async function insertStreamMails(trx: Trx, mails: NewStreamMail[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    insert into mails (id, key, template, recipient, data, state, last_error, created_at, send_after, finished_at,
      stream, announcement_id, user_id)
    select id, key, template, recipient, data::jsonb, coalesce(state, 'queued'), "lastError", "createdAt", "sendAfter",
      "finishedAt", stream, "announcementId", "userId"
    from json_to_recordset(${JSON.stringify(mails)}::json) as given (id text, key text, template text, recipient text,
      data text, state text, "lastError" text, "createdAt" timestamptz, "sendAfter" timestamptz,
      "finishedAt" timestamptz, stream text, "announcementId" text, "userId" text)
    on conflict (key) do nothing
    returning key
  `.execute(trx)
  return rows.map(({ key }) => key)
}

/**
 * Leases due mails to this process until `leasedUntil`. Alerts come before editions, which are many. Mails of a stopped
 * stream are skipped.
 */
export async function leaseStreamMails(
  db: Database,
  { now, leasedUntil, limit }: { now: Date; leasedUntil: Date; limit: number },
): Promise<StreamMail[]> {
  const { rows } = await sql<StreamMail>`
    update mails set leased_until = ${leasedUntil}
    where id in (
      select id from mails
      where stream is not null and state = 'queued' and send_after <= ${now}
        and (leased_until is null or leased_until <= ${now})
        and stream not in (select stream from mail_stream_stops)
      order by stream, send_after limit ${limit} for update skip locked
    )
    returning id, template, stream, user_id, data, created_at, attempts
  `.execute(db)
  return rows
}

/**
 * Marks mails as being handed over, with the current address of each. Returns those that were still waiting: from here
 * on it is unknown whether the mail server accepted them.
 */
export async function startHanding(
  db: Database,
  mails: Array<{ id: string; to: string }>,
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update mails set state = 'sending', handed_at = ${now}, attempts = attempts + 1,
      recipient = given.recipient
    from unnest(${mails.map(({ id }) => id)}::text[], ${mails.map(({ to }) => to)}::text[])
      as given (id, recipient)
    where mails.id = given.id and mails.state = 'queued' and mails.send_after <= ${now}
    returning mails.id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns false when another process has taken it over. */
export async function markAnew(
  db: Database,
  { id, markedAt, now }: { id: string; markedAt: Date; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ handedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('handedAt', '=', markedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type End = {
  state: 'sent' | 'dropped' | 'refused' | 'held'
  finishedAt: Date | null
  lastError?: string
}

export async function endStreamMails(db: Database, ids: string[], end: End): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...end, leasedUntil: null })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

/** The mail was certainly not accepted: it waits again. */
export async function putBack(
  db: Database,
  ids: string[],
  { sendAfter, lastError }: { sendAfter?: Date; lastError?: string },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      state: 'queued',
      handedAt: null,
      leasedUntil: null,
      ...(sendAfter && { sendAfter }),
      ...(lastError !== undefined && { lastError }),
    })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('state', 'in', ['queued', 'sending'])
    .execute()
}

/** Holds mails whose process died while handing them over: it is unknown whether they were accepted. */
export async function holdLost(
  db: Database,
  { handedBefore, lastError }: { handedBefore: Date; lastError: string },
): Promise<string[]> {
  const held = await db
    .updateTable('mails')
    .set({ state: 'held', lastError, leasedUntil: null })
    .where('state', '=', 'sending')
    .where('handedAt', '<', handedBefore)
    .returning('id')
    .execute()
  return held.map(({ id }) => id)
}

/** Finds a mail by the local part of its Message-ID. */
export async function findMailById(db: Database, id: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'stream', 'userId', 'recipient', 'template'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Outcomes of mails by day in Toronto, for each stream and for mails outside streams. */
export async function countMailsByDay(
  db: Database,
  { since, zone }: { since: Date; zone: string },
) {
  const day = sql<string>`to_char(finished_at at time zone ${sql.lit(zone)}, 'YYYY-MM-DD')`
  return db
    .selectFrom('mails')
    .select(['stream', 'state'])
    .select(day.as('day'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('finishedAt', '>=', since)
    .groupBy(['stream', 'state', day])
    .execute()
}

/** Mails that wait or are being handed over, by stream; null outside streams. */
export async function countWaitingMails(db: Database) {
  return db
    .selectFrom('mails')
    .select('stream')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['queued', 'sending'])
    .groupBy('stream')
    .execute()
}

/** Unlike other mails, their keys name a day or notice that never comes again, so they can be deleted. */
export async function deleteStreamMailsBefore(db: Database, finishedBefore: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('stream', 'is not', null)
    .where('finishedAt', '<', finishedBefore)
    .execute()
}

/** Outcomes of the mails of an announcement, as far as they are still stored. */
export async function countAnnouncementMails(db: Database, announcementIds: string[]) {
  return db
    .selectFrom('mails')
    .select(['announcementId', 'state'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('announcementId', '=', sql<string>`any(${announcementIds}::text[])`)
    .groupBy(['announcementId', 'state'])
    .execute()
}

/** Delays waiting mails of an announcement that no process has begun to hand over, as if queued at `now`. */
export async function delayAnnouncementMails(
  trx: Trx,
  announcementId: string,
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ sendAfter: until, createdAt: now, leasedUntil: null })
    .where('announcementId', '=', announcementId)
    .where('state', '=', 'queued')
    .execute()
}
