import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'

type ChoicesRow = Selectable<Tables['mailChoices']>

/** Returns a person's choices and blocks their other changes until the transaction ends. */
export async function lockChoices(trx: Trx, userId: string): Promise<ChoicesRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail choices ${userId}`}, 0))`.execute(
    trx,
  )
  return findChoices(trx, userId)
}

async function findChoices(db: Database, userId: string): Promise<ChoicesRow | undefined> {
  return db.selectFrom('mailChoices').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** Returns people by id with their current address, whether they have chosen or not. */
export async function findReaders(db: Database, userIds: string[]) {
  return db
    .selectFrom('users')
    .leftJoin('mailChoices', 'mailChoices.userId', 'users.id')
    .selectAll('mailChoices')
    .select(['users.id', 'users.email', 'users.confirmedAt', 'users.inboxProvenAt'])
    .where('users.id', '=', sql<string>`any(${userIds}::text[])`)
    .execute()
}
export type ReaderRow = Awaited<ReturnType<typeof findReaders>>[number]

export async function upsertChoices(
  trx: Trx,
  choices: Insertable<Tables['mailChoices']>,
): Promise<void> {
  const { userId: _, ref: __, linkKey: ___, ...changed } = choices
  await trx
    .insertInto('mailChoices')
    .values(choices)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(changed))
    .execute()
}

export async function insertConsents(
  trx: Trx,
  consents: Array<Insertable<Tables['mailConsents']>>,
): Promise<void> {
  if (consents.length > 0) await trx.insertInto('mailConsents').values(consents).execute()
}

/** Inserts an event once per mail and kind; returns whether it was new. */
export async function insertMailEvent(
  trx: Trx,
  event: Insertable<Tables['mailEvents']>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('mailEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findChoicesByRef(db: Database, ref: string): Promise<ChoicesRow | undefined> {
  return db.selectFrom('mailChoices').selectAll().where('ref', '=', ref).executeTakeFirst()
}

/** Stops all mail to an address until its owner chooses again. */
export async function markStopped(
  trx: Trx,
  stop: { userId: string; why: 'bounce' | 'complaint'; addressHash: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('mailChoices')
    .set({ stoppedAt: stop.now, stoppedWhy: stop.why, stoppedAddressHash: stop.addressHash })
    .where('userId', '=', stop.userId)
    .execute()
}

export async function switchStreamOff(
  trx: Trx,
  { userId, stream }: { userId: string; stream: MailStream },
): Promise<void> {
  const off =
    stream === 'edition'
      ? { edition: 'never' as const, nextEditionAt: null }
      : { alerts: 'never' as const }
  await trx.updateTable('mailChoices').set(off).where('userId', '=', userId).execute()
}

export async function deleteMailEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('mailEvents').where('happenedAt', '<', before).execute()
}
