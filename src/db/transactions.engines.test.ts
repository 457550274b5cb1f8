import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asBystander } from '#test/support/databases/begin-file.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/databases/test-database.ts'
import { createPglite, wrapPglite } from './embedded.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const brand = (id: string) => ({ id, name: id, nameKey: id })
const brands = async () => {
  const rows = await database.db.selectFrom('brands').select('id').orderBy('id').execute()
  return rows.map((row) => row.id)
}

describe('a transaction', () => {
  test('that is taken back takes nothing of a bystander with it', async () => {
    const { db } = database
    let bystander: Promise<unknown> = Promise.resolve()
    const failed = db.transaction().execute(async (trx) => {
      await trx.insertInto('brands').values(brand('taken back')).execute()
      bystander = asBystander(() => db.insertInto('brands').values(brand('bystander')).execute())
      // Long enough for the bystander to be served, if it could be.
      for (let times = 0; times < 5; times += 1) {
        await trx.selectFrom('brands').select('id').execute()
        await nextTurn()
      }
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    await bystander
    expect(await brands()).toEqual(['bystander'])
  })

  test('shows nothing of itself before it is done', async () => {
    const { db } = database
    const seen: Promise<string[]>[] = []
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('brands').values(brand('under way')).execute()
      seen.push(asBystander(brands))
      await trx.deleteFrom('brands').where('id', '=', 'under way').execute()
    })
    expect((await Promise.all(seen))[0]).not.toContain('under way')
  })

  test('that fails leaves the database fit for the next', async () => {
    const { db } = database
    for (let times = 0; times < 12; times += 1) {
      const failed = db.transaction().execute(async (trx) => {
        await trx
          .insertInto('brands')
          .values([brand('same'), brand('same')])
          .execute()
      })
      await expect(failed).rejects.toMatchObject({ code: '23505' })
    }
    expect(await brands()).not.toContain('same')
  })

  test('announces only once it is done, and not at all when taken back', async () => {
    const heard: string[] = []
    await database.listen(
      'transactions',
      (payload) => void heard.push(payload),
      () => {},
    )
    const { db } = database
    const say = (text: string, then: () => void) =>
      db.transaction().execute(async (trx) => {
        await trx
          .selectNoFrom((eb) =>
            eb.fn('pg_notify', [eb.val('transactions'), eb.val(text)]).as('said'),
          )
          .execute()
        then()
      })
    const refused = say('never', () => {
      throw new Error('taken back')
    })
    await expect(refused).rejects.toThrow('taken back')
    await say('done', () => expect(heard).toEqual([]))
    await expect.poll(() => heard).toEqual(['done'])
  })
})

/** A value of every type that our columns have: as text, and as both engines read it. */
const VALUES: Record<string, [text: string, read: unknown]> = {
  _text: ['{a,"b,c"}', ['a', 'b,c']],
  bit: ['1', '1'],
  bool: ['true', true],
  date: ['2026-03-08', '2026-03-08'],
  float8: ['1.5', 1.5],
  int2: ['3', 3],
  int4: ['-7', -7],
  int8: ['9007199254740991', 9007199254740991],
  jsonb: ['{"a": [1, "é"]}', { a: [1, 'é'] }],
  text: ['ÀÉ', 'ÀÉ'],
  timestamptz: ['2026-03-08T02:30:00.125-05:00', new Date('2026-03-08T07:30:00.125Z')],
  tsvector: ["'a':1 'b'", "'a':1 'b'"],
  varchar: ['x', 'x'],
}

describe('both engines', () => {
  test('read every type that a column of ours has alike, and a count as a number', async () => {
    const { rows: types } = await sql<{ name: string }>`
      select distinct udt_name as name from information_schema.columns
      where table_schema = 'public' order by 1
    `.execute(database.db)
    expect(types.map(({ name }) => name)).toEqual(Object.keys(VALUES))
    for (const [type, [text, read]] of Object.entries(VALUES)) {
      const { rows } = await sql`select ${text}::text::${sql.raw(type)} as value`.execute(
        database.db,
      )
      expect(rows, type).toEqual([{ value: read }])
    }
    const { rows } = await sql`select count(*), sum(1), avg(1.5::float8)`.execute(database.db)
    expect(rows).toEqual([{ count: 1, sum: 1, avg: 1.5 }])
  })

  test('answer counts as numbers and days as text', async () => {
    const { db } = database
    const row = await db
      .selectNoFrom((eb) => [
        eb.cast<number>(eb.val('9007199254740991'), 'bigint').as('big'),
        eb.cast<string>(eb.val('2026-03-08'), 'date').as('day'),
      ])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ big: 9007199254740991, day: '2026-03-08' })
  })
})

test.runIf(inject('engine') === 'postgres')(
  'db used inside a trx, which a server would allow, is refused in tests on one',
  async () => {
    const { db } = database
    const mistaken = db.transaction().execute(async (trx) => {
      await trx.insertInto('brands').values(brand('a')).execute()
      await db.insertInto('brands').values(brand('b')).execute()
    })
    await expect(mistaken).rejects.toThrow('db was used inside a trx')
    expect(await brands()).not.toContain('a')
  },
)

test.runIf(inject('engine') === 'embedded')(
  'db used inside a trx, which would wait for itself for ever, ends in a clear error',
  async () => {
    const snapshot = new Blob([readFileSync(inject('embeddedSnapshot'))])
    const impatient = wrapPglite(await createPglite({ loadDataDir: snapshot }), undefined, 200)
    const { db } = impatient
    const mistaken = db.transaction().execute(async (trx) => {
      await trx.insertInto('brands').values(brand('a')).execute()
      await db.insertInto('brands').values(brand('b')).execute()
    })
    await expect(mistaken).rejects.toThrow(/Waited too long .+ Was db used inside a trx\?/)
    // Nobody else is affected by it.
    expect(await db.selectFrom('brands').select('id').execute()).toEqual([])
    await impatient.close()
  },
)
