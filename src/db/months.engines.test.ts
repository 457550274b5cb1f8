import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { asBystander } from '#test/support/databases/begin-file.ts'
import { askMeanwhile } from '#test/support/databases/lock-waits.ts'
import {
  createServerDatabase,
  openServerDatabase,
  openTestDatabase,
} from '#test/support/databases/test-database.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { createPglite, wrapPglite } from './embedded.ts'
import { dropMonthsBefore, makeMonths } from './months.ts'
import { splitStatements } from './split-statements.ts'

const openEmpty = async () =>
  inject('engine') === 'embedded'
    ? wrapPglite(await createPglite({}))
    : openServerDatabase(await createServerDatabase('template0'))

const FOLDER = new URL('./migrations/', import.meta.url)
const BY_MONTH = '20261122_42_clicks_and_events_by_month.sql'
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'))

async function apply(db: Database, names: string[]) {
  await db.transaction().execute(async (trx) => {
    for (const name of names.toSorted()) {
      const statements = splitStatements(readFileSync(new URL(name, FOLDER), 'utf8'))
      for (const statement of statements) await sql.raw(statement).execute(trx)
    }
  })
}

async function addDealAndPeople(db: Database) {
  await sql`insert into retailers (id, name, name_key, domain) values ('r', 'R', 'r', 'r.example')`.execute(
    db,
  )
  for (const id of ['d1', 'd2']) {
    await sql`insert into deals (id, retailer_id, product_name, buy_url, buy_url_key, domain)
      values (${id}, 'r', 'P', ${id}, ${id}, 'r.example')`.execute(db)
  }
  for (const id of ['u1', 'u2']) {
    await sql`insert into users (id, email, password_hash) values (${id}, ${`${id}@a.test`}, 'x')`.execute(
      db,
    )
  }
}

const click = (db: Database, at: Date | string, { deal = 'd1', user = 'u1' } = {}) =>
  sql`insert into clicks (deal_id, user_id, click_type, kind, clicked_at)
    values (${deal}, ${user}, 'other', 'click', ${at})`.execute(db)

/** For each row, the partition that holds it. */
async function places(db: Database) {
  const { rows } = await sql<{ place: string; id: number; userId: string | null }>`
    select tableoid::regclass::text as place, id, user_id from clicks order by id`.execute(db)
  return rows
}

const parts = async (db: Database, table = 'clicks') => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${table}::regclass order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** The middle of the month this many months ahead, in UTC. */
function inMonths(count: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 15))
}
const nameOf = (at: Date) => `clicks_${at.toISOString().slice(0, 7).replace('-', '_')}`

describe('clicks', () => {
  test('of before there were months are all there, and new ones go on after them, in months', async () => {
    const { db, close } = await openEmpty()
    await apply(
      db,
      files.filter((file) => file < BY_MONTH),
    )
    await addDealAndPeople(db)
    for (const months of [-30, -1, 0]) await click(db, inMonths(months))
    await click(db, inMonths(0), { user: 'u2' })
    await apply(
      db,
      files.filter((file) => file >= BY_MONTH),
    )
    // A row that is written before the old rows have been validated lands among them.
    await click(db, inMonths(1))
    await makeMonths(db, new Date())
    await click(db, inMonths(2))

    const rows = await places(db)
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
    expect(rows.map(({ place }) => place)).toEqual([
      ...Array(5).fill('clicks_earlier'),
      nameOf(inMonths(2)),
    ])
    expect(await parts(db)).toEqual([nameOf(inMonths(2)), 'clicks_earlier', 'clicks_rest'])

    // Changes for a person or a deal reach the rows of all months.
    await sql`delete from users where id = 'u1'`.execute(db)
    expect((await places(db)).map(({ userId }) => userId)).toEqual([
      null,
      null,
      null,
      'u2',
      null,
      null,
    ])
    await sql`delete from deals where id = 'd1'`.execute(db)
    expect(await places(db)).toEqual([])
    await close()
  })

  test('beyond the last month wait in the rest, and move in when their month is made', async () => {
    const { db, close } = await openTestDatabase()
    await addDealAndPeople(db)
    await click(db, inMonths(7))
    expect((await places(db)).map(({ place }) => place)).toEqual(['clicks_rest'])
    await makeMonths(db, inMonths(5))
    expect((await places(db)).map(({ place }) => place)).toEqual([nameOf(inMonths(7))])
    // However often this is repeated, there are as many months as before.
    const made = await parts(db)
    await makeMonths(db, inMonths(5))
    expect(await parts(db)).toEqual(made)
    await close()
  })

  test('of months that are over go with their month, and of the others none', async () => {
    const { db, close } = await openTestDatabase()
    await addDealAndPeople(db)
    await makeMonths(db, inMonths(4))
    for (const months of [0, 2, 3, 4]) await click(db, inMonths(months))
    await dropMonthsBefore(db, 'clicks', inMonths(3))
    expect((await places(db)).map(({ place }) => place)).toEqual([
      nameOf(inMonths(3)),
      nameOf(inMonths(4)),
    ])
    // New months follow those that are left.
    await dropMonthsBefore(db, 'clicks', inMonths(60))
    await makeMonths(db, inMonths(6))
    await click(db, inMonths(7))
    expect((await places(db)).map(({ place }) => place)).toEqual([nameOf(inMonths(7))])
    await close()
  })
})

async function openUnchecked() {
  const opened = await openServerDatabase(await createServerDatabase('template0'))
  const { db } = opened
  await apply(
    db,
    files.filter((file) => file < BY_MONTH),
  )
  await addDealAndPeople(db)
  await apply(
    db,
    files.filter((file) => file >= BY_MONTH),
  )
  return opened
}

test.runIf(inject('engine') === 'postgres')(
  'who starts while another ends the look through an old table has nothing to do of it',
  async () => {
    const { db, close } = await openUnchecked()
    await askMeanwhile(
      db,
      async (trx) => {
        await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.months})`.execute(trx)
        await sql`alter table clicks_earlier drop constraint clicks_earlier_ends`.execute(trx)
      },
      () => makeMonths(db, new Date()),
    )
    await close()
  },
)

test.runIf(inject('engine') === 'postgres')(
  'a large old table is looked through while others write to it, and months are made once by all who start',
  async () => {
    const { db, close, openAgain } = await openUnchecked()
    const others = await Promise.all([openAgain(), openAgain(), openAgain()])
    const writing = await openAgain()
    await writing.db.transaction().execute(async (trx) => {
      // An open write blocks no validation of the old rows, only the attaching of the table.
      await click(trx, new Date())
      await asBystander(() =>
        sql`alter table clicks_earlier validate constraint clicks_earlier_ends`.execute(db),
      )
    })
    await Promise.all(others.map((each) => makeMonths(each.db, new Date())))
    expect(await parts(db)).toContain('clicks_rest')
    expect((await places(db)).map(({ place }) => place)).toEqual(['clicks_earlier'])
    await Promise.all([...others, writing].map((each) => each.close()))
    await close()
  },
)
