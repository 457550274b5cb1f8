import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#app/server/ids.ts'
import { announceDeals } from '#test/support/factories.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app, page } = usePages()

/** Every read of a table fails with this code of the database, until it is mended. */
async function breakTable(table: string, code: string): Promise<() => Promise<void>> {
  const whole = `whole_${table}`
  await sql`alter table ${sql.table(table)} rename to ${sql.table(whole)}`.execute(app.db)
  await sql`
    create function fail() returns boolean language plpgsql as
    ${sql.lit(`begin raise exception 'broken' using errcode = '${code}'; end`)}`.execute(app.db)
  await sql`
    create view ${sql.table(table)} as select * from ${sql.table(whole)} where fail()`.execute(
    app.db,
  )
  return async () => {
    await sql`drop view ${sql.table(table)}`.execute(app.db)
    await sql`drop function fail`.execute(app.db)
    await sql`alter table ${sql.table(whole)} rename to ${sql.table(table)}`.execute(app.db)
  }
}

test.each([
  ['broke', 'P0001'],
  ['was refused by a database that is starting', '57P03'],
])('a page for which a call %s is shown to nobody else', async (_, code) => {
  const words = `Said by somebody ${code}`
  const said = { id: newId(), title: words, description: words, name: 'A', location: 'B' }
  await app.db
    .insertInto('testimonials')
    .values({ ...said, isSample: false })
    .execute()
  const mend = await breakTable('testimonials', code)
  await announceDeals(app.ctx)
  const broken = await page('/')
  expect(broken.statusCode).toBe(200)
  expect(broken.body).not.toContain(words)
  await mend()
  // By itself: nothing was announced.
  expect((await page('/')).body).toContain(words)
})
