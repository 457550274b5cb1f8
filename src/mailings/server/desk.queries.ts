import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { BUSINESS_ZONE } from '#app/shared/dates.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'

/** Counts a stream's readers by choice, and those among them whom mail cannot reach. */
export async function countReaders(db: Database, stream: MailStream) {
  const choice = sql.ref<string>(stream)
  return db
    .selectFrom('mailChoices')
    .innerJoin('users', 'users.id', 'mailChoices.userId')
    .select(choice.as('choice'))
    .select((eb) => [
      eb.fn.countAll<number>().as('people'),
      eb.fn
        .countAll<number>()
        .filterWhere(
          sql<boolean>`users.inbox_proven_at is null or mail_choices.stopped_at is not null`,
        )
        .as('unreachable'),
    ])
    .where(choice, '<>', 'never')
    .groupBy(choice)
    .orderBy(choice)
    .execute()
}

export async function countAccounts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function countMailEventsByDay(db: Database, since: Date) {
  const day = sql<string>`to_char(happened_at at time zone ${sql.lit(BUSINESS_ZONE)}, 'YYYY-MM-DD')`
  return db
    .selectFrom('mailEvents')
    .select(['stream', 'kind'])
    .select(day.as('day'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('happenedAt', '>=', since)
    .groupBy(['stream', 'kind', day])
    .execute()
}

export async function insertStreamStop(
  trx: Trx,
  stop: { stream: MailStream; stoppedAt: Date; stoppedBy: string; reason: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('mailStreamStops')
    .values(stop)
    .onConflict((conflict) => conflict.doNothing())
    .returning('stream')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteStreamStop(trx: Trx, stream: MailStream): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('mailStreamStops')
    .where('stream', '=', stream)
    .returning('stream')
    .executeTakeFirst()
  return deleted !== undefined
}
