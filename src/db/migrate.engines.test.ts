import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, inject, test, vi } from 'vitest'
import { startChild } from '#test/faults/children/child.ts'
import { embeddedSnapshot } from '#test/support/databases/embedded-snapshot.ts'
import {
  createServerDatabase,
  openServerDatabase,
  openTestDatabase,
} from '#test/support/databases/test-database.ts'
import type { Database } from './database.ts'
import { createPglite, wrapPglite } from './embedded.ts'
import { migrate, migrateUpTo } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

const names = readdirSync(new URL('./migrations/', import.meta.url))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''))
  .toSorted()

/** This migration changes `imports`, and a later one changes `search_words`. */
const OF_IMPORTS = '20261123_57_updated_by_import'

const OF_REASONS = '20261128_72_reasons_of_owners'

const openEmpty = async () =>
  inject('engine') === 'embedded'
    ? wrapPglite(await createPglite({}))
    : openServerDatabase(await createServerDatabase('template0'))

/** Everything that a program could notice about a schema. */
async function describeSchema(db: Database) {
  const { rows: columns } = await sql`
    select table_name, column_name, ordinal_position, data_type, udt_name, is_nullable, column_default,
      character_maximum_length, is_identity, is_generated, generation_expression
    from information_schema.columns where table_schema = 'public'
    order by table_name, ordinal_position
  `.execute(db)
  const { rows: indexes } = await sql`
    select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname
  `.execute(db)
  const { rows: constraints } = await sql`
    select conname, contype, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c') order by conname
  `.execute(db)
  const { rows: routines } = await sql`
    select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by proname
  `.execute(db)
  return { columns, indexes, constraints, routines }
}

describe('migrations', () => {
  test('are applied once, all of them, in the order of their names', async () => {
    const { db, close } = await openEmpty()
    expect(await migrate(db)).toEqual({ applied: names, newer: [] })
    const before = await describeSchema(db)
    expect(before.columns.length).toBeGreaterThan(50)
    expect(await migrate(db)).toEqual({ applied: [], newer: [] })
    expect(await describeSchema(db)).toEqual(before)
    const { rows } = await sql<{
      name: string
    }>`select name from kysely_migration order by timestamp, name`.execute(db)
    expect(rows.map((row) => row.name)).toEqual(names)
    await close()
  })

  test('of a newer version are left alone, and one that is missing among our own is not', async () => {
    const { db, close } = await openTestDatabase()
    const note = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '2099-01-01')`.execute(db)
    await note('20990101_01_of_the_next_release')
    const newer = ['20990101_01_of_the_next_release']
    expect(await migrate(db)).toEqual({ applied: [], newer })
    await note('20201122_99_nobody_knows')
    await expect(migrate(db)).rejects.toThrow('20201122_99_nobody_knows')
    await close()
  })

  test('are named so that their order is that of time', () => {
    for (const name of names) expect(name).toMatch(/^\d{8}_\d\d_[a-z_]+$/)
    expect(new Set(names.map((name) => name.slice(0, 11))).size).toBe(names.length)
  })

  test('of one start succeed together or not at all', async () => {
    const { db, close } = await openEmpty()
    // Stands in the way of the second migration.
    await sql`create table brands (id text)`.execute(db)
    await expect(migrate(db)).rejects.toThrow()
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not like 'kysely%'
    `.execute(db)
    expect(rows).toEqual([{ name: 'brands' }])
    await sql`drop table brands`.execute(db)
    expect((await migrate(db)).applied).toEqual(names)
    await close()
  })
})

test('deals of before the vocabulary keep what they were filed under, as a term or as a note', async () => {
  const { db, close } = await openTestDatabase()
  const file = 'migrations/20261122_02_terms_of_deals.sql'
  const statements = splitStatements(readFileSync(new URL(file, import.meta.url), 'utf8'))
  // Restores the table as it was before the migration.
  await sql`alter table deals drop column department, drop column colour,
    drop column guessed_terms, drop column unread_terms`.execute(db)
  await sql`insert into retailers (id, name, name_key, domain) values ('r', 'R', 'r', 'r.example')`.execute(
    db,
  )
  const categories = ['Coats', ' shirts & blouses ', 'Robes du soir', null]
  for (const [index, category] of categories.entries()) {
    const id = `old-${index}`
    await sql`insert into deals (id, retailer_id, product_name, buy_url, buy_url_key, domain, category)
      values (${id}, 'r', 'Old', ${id}, ${id}, 'r.example', ${category})`.execute(db)
  }
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
  const deals = await db
    .selectFrom('deals')
    .select(['category', 'unreadTerms', 'guessedTerms'])
    .orderBy('id')
    .execute()
  expect(deals).toEqual([
    { category: 'coats-and-jackets', unreadTerms: {}, guessedTerms: {} },
    { category: 'tops-and-shirts', unreadTerms: {}, guessedTerms: {} },
    { category: null, unreadTerms: { category: 'Robes du soir' }, guessedTerms: {} },
    { category: null, unreadTerms: {}, guessedTerms: {} },
  ])
  await close()
})

test('what the audit said of people, and why, goes with their accounts, whenever it was written', async () => {
  const { db, close } = await openEmpty()
  const at = names.indexOf(OF_REASONS)
  await db.connection().execute((one) => migrateUpTo(one, names.slice(0, at)))
  await sql`insert into users (id, email, password_hash) values ('here', 'here@old.test', 'x')`.execute(
    db,
  )
  await sql`insert into guarantees (id, user_id, created_at) values ('year', 'here', now())`.execute(
    db,
  )
  for (const [kind, id] of [
    ['member', 'here'],
    ['member', 'gone'],
    ['guarantee', 'year'],
    ['guarantee', 'nobody'],
    ['deal', 'deal'],
  ]) {
    await sql`insert into audit_entries (actor_name, actor_session, action, subject_kind, subject_id, subject_label, after)
      values ('Ada', '', 'x', ${kind}, ${id}, ${`Member ${id}`}, ${JSON.stringify({ reason: `about ${id}`, due: 97 })})`.execute(
      db,
    )
  }
  await migrate(db)
  const read = async () => {
    const { rows } = await sql<{ subject: string; after: object; reason: string | null }>`
      select subject_id as subject, after, reason from audit_entries
      left join owner_reasons on owner_reasons.id = after ->> 'reasonId' order by audit_entries.id`.execute(
      db,
    )
    return rows
  }
  const { auditHandle } = await db
    .selectFrom('users')
    .select('auditHandle')
    .executeTakeFirstOrThrow()
  const before = await read()
  expect(before).toMatchObject([
    { subject: auditHandle, after: { due: 97 }, reason: 'about here' },
    { after: { due: 97 }, reason: null },
    { subject: 'year', reason: 'about year' },
    { subject: 'nobody', reason: null },
    { subject: 'deal', after: { reason: 'about deal' } },
  ])
  expect(JSON.stringify(before)).not.toMatch(/about (gone|nobody)|"gone"/)
  await db.deleteFrom('users').execute()
  expect((await read()).map(({ reason }) => reason)).toEqual([null, null, null, null, null])
  await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow('only ever added to')
  await close()
})

describe.runIf(inject('engine') === 'postgres')('a server', () => {
  test('is brought up to date once by eight processes that start together', async () => {
    const url = await createServerDatabase('template0')
    const children = Array.from({ length: 8 }, () => startChild('migrate-database.ts', url))
    const codes = await Promise.all(children.map((child) => child.ended))
    expect(codes, children.map((child) => child.output()).join('\n')).toEqual(Array(8).fill(0))
    const applied = children.flatMap((child) => JSON.parse(child.output()).applied)
    expect(applied).toEqual(names)
  })

  test('is brought up to date although a request holds what is changed, the other way round', async () => {
    const url = await createServerDatabase('template0')
    const ours = await openServerDatabase(url)
    const theirs = await openServerDatabase(url)
    await ours.db
      .connection()
      .execute((one) => migrateUpTo(one, names.slice(0, names.indexOf(OF_IMPORTS))))
    const migrating = await theirs.db.connection().execute(async (one) => {
      const say = (words: string) => sql.raw(words).execute(one)
      // The other session is the one to detect the deadlock and to be ended by it.
      await say(`set deadlock_timeout = '1min'`)
      await say('set lock_timeout = 0')
      await say('begin')
      await say('lock table search_words in access share mode')
      const under = migrate(ours.db)
      await vi.waitUntil(
        async () => {
          const { rows } = await say(`select from pg_locks
            where not granted and relation = 'search_words'::regclass`)
          return rows.length > 0
        },
        { timeout: 60_000 },
      )
      await say('lock table imports in access share mode')
      await say('commit')
      return { under }
    })
    expect((await migrating.under).applied).toContain(OF_IMPORTS)
    await Promise.all([ours.close(), theirs.close()])
  })

  test('has the same schema as the embedded database', async () => {
    const server = await openServerDatabase(await createServerDatabase())
    const snapshot = new Blob([readFileSync(await embeddedSnapshot())])
    const embedded = wrapPglite(await createPglite({ loadDataDir: snapshot }))
    expect(await describeSchema(server.db)).toEqual(await describeSchema(embedded.db))
    await Promise.all([server.close(), embedded.close()])
  })
})

describe('a migration file', () => {
  test('is split at semicolons that end a line, outside of function bodies and comments', () => {
    const text = `-- about; this
create table a (
  b text default ';', -- a remark
  c text
);

create function f() returns void language plpgsql as $$
begin
  -- inside;
  perform 1;
end
$$;
select 1`
    expect(splitStatements(text).map((statement) => statement.split('\n')[0])).toEqual([
      'create table a (',
      'create function f() returns void language plpgsql as $$',
      'select 1',
    ])
  })

  test('without anything in it has no statements', () => {
    expect(splitStatements('-- nothing yet;\n\n')).toEqual([])
  })
})
