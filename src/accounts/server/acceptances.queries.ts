import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

/** Keeps the first acceptance of a version; turns an earlier "later" into an acceptance. */
export async function upsertAcceptance(
  trx: Trx,
  acceptance: Insertable<Tables['acceptances']>,
): Promise<void> {
  await trx
    .insertInto('acceptances')
    .values(acceptance)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'document', 'version'])
        .doUpdateSet((eb) => ({
          acceptedAt: eb.ref('excluded.acceptedAt'),
          place: eb.ref('excluded.place'),
        }))
        .where('acceptances.acceptedAt', 'is', null),
    )
    .execute()
}

export async function insertPutOff(
  trx: Trx,
  putOff: Insertable<Tables['acceptances']>,
): Promise<void> {
  await trx
    .insertInto('acceptances')
    .values(putOff)
    .onConflict((conflict) => conflict.columns(['userId', 'document', 'version']).doNothing())
    .execute()
}

/** A "later" is no agreement, so it is deleted with the account. */
export async function deletePutOffs(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('acceptances')
    .where('userId', '=', userId)
    .where('acceptedAt', 'is', null)
    .execute()
}

export async function findAccountSince(db: Database, userId: string): Promise<Date | undefined> {
  const user = await db
    .selectFrom('users')
    .select('createdAt')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.createdAt
}

export async function countAnswers(db: Database) {
  return db
    .selectFrom('acceptances')
    .select((eb) => [
      'document',
      'version',
      eb.fn.count<number>('acceptedAt').as('accepted'),
      sql<number>`count(*) filter (where accepted_at is null)`.as('putOff'),
    ])
    .where('version', 'is not', null)
    .groupBy(['document', 'version'])
    .execute()
}

export async function findAcceptancesOf(db: Database, userId: string) {
  return db
    .selectFrom('acceptances')
    .select(['document', 'version', 'place', 'acceptedAt', 'putOffAt'])
    .where('userId', '=', userId)
    .orderBy((eb) => eb.fn.coalesce('acceptedAt', 'putOffAt'))
    .orderBy('document')
    .execute()
}

export async function countAcceptancesOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('acceptances')
    .select(selectDataCount('acceptedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Counts acceptances whose account has been deleted. */
export async function countAcceptancesOfNobody(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('acceptances')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
