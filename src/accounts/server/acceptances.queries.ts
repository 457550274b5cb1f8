import type { Insertable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function insertAcceptance(
  trx: Trx,
  acceptance: Insertable<Tables['acceptances']>,
): Promise<void> {
  await trx
    .insertInto('acceptances')
    .values(acceptance)
    .onConflict((conflict) => conflict.columns(['userId', 'document', 'version']).doNothing())
    .execute()
}

export async function findAcceptancesOf(db: Database, userId: string) {
  return db
    .selectFrom('acceptances')
    .select(['document', 'version', 'place', 'acceptedAt'])
    .where('userId', '=', userId)
    .orderBy('acceptedAt')
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

/** Of accounts that are gone. */
export async function countAcceptancesOfNobody(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('acceptances')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
