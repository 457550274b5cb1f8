import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createServerDatabase, openServerDatabase } from '#test/support/databases/test-database.ts'
import { keepPlan } from './planned.ts'

test('a plan is kept on each connection, and a column that a newer version changes is answered all the same', async () => {
  const { db, close } = await openServerDatabase(await createServerDatabase())
  const brand = { id: 'b1', name: 'Maison', nameKey: 'maison' }
  await db.insertInto('brands').values(brand).execute()
  const byId = keepPlan(db.selectFrom('brands').select('name').where('id', '=', 'b1').compile())
  await db.connection().execute(async (one) => {
    const names = async () => (await one.executeQuery(byId)).rows
    const kept = async () => {
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements`.execute(one)
      return rows.map(({ statement }) => statement)
    }
    expect(await names()).toEqual([{ name: 'Maison' }])
    expect(await names()).toEqual([{ name: 'Maison' }])
    expect(await kept()).toEqual([byId.sql])
    await sql`alter table brands alter column name type varchar(300)`.execute(one)
    expect(await names()).toEqual([{ name: 'Maison' }])
    // Inside a transaction, where a failure would abort everything.
    const together = await one.transaction().execute((trx) => trx.executeQuery(byId))
    expect(together.rows).toEqual([{ name: 'Maison' }])
  })
  await close()
})
