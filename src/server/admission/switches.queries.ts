import type { Database, Trx } from '#app/db/database.ts'
import type { SwitchName } from '#app/shared/switches.ts'

export async function findSwitchOff(db: Database, name: SwitchName): Promise<boolean> {
  const row = await db
    .selectFrom('switches')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

export async function findSwitchesOff(db: Database) {
  return db.selectFrom('switches').selectAll().execute()
}

/** False when it was off already: the first entry is kept. */
export async function insertSwitchOff(
  trx: Trx,
  off: { name: SwitchName; offSince: Date; offBy: string; why: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('switches')
    .values(off)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function deleteSwitchOff(trx: Trx, name: SwitchName): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('switches')
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
