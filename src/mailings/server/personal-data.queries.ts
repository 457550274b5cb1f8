import type { Database } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function findMailChoicesOf(db: Database, userId: string) {
  return db
    .selectFrom('mailChoices')
    .select(['edition', 'editionWeekday', 'alerts', 'hour', 'timeZone', 'answeredAt'])
    .select(['nextEditionAt', 'editionSentDay', 'editionSentThrough', 'stoppedAt', 'stoppedWhy'])
    .where('userId', '=', userId)
    .execute()
}

export async function countMailChoicesOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('mailChoices')
    .select(selectDataCount('answeredAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function findMailConsentsOf(db: Database, userId: string) {
  return db
    .selectFrom('mailConsents')
    .select(['stream', 'choice', 'wording', 'place', 'givenAt'])
    .where('userId', '=', userId)
    .orderBy('givenAt')
    .execute()
}

export async function countMailConsentsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('mailConsents')
    .select(selectDataCount('givenAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Counts the consents of deleted accounts. */
export async function countConsentsOfNobody(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('mailConsents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function findMailEventsOf(db: Database, userId: string) {
  return db
    .selectFrom('mailEvents')
    .select(['stream', 'kind', 'toldBy', 'happenedAt'])
    .where('userId', '=', userId)
    .orderBy('happenedAt')
    .execute()
}

export async function countMailEventsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('mailEvents')
    .select(selectDataCount('happenedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function findInboxLinksOf(db: Database, userId: string) {
  return db
    .selectFrom('inboxLinks')
    .select(['email', 'createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function countInboxLinksOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('inboxLinks')
    .select(selectDataCount('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}
