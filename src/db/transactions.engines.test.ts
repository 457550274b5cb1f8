import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
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
      bystander = db.insertInto('brands').values(brand('bystander')).execute()
      // Long enough for the bystander to be served, if anybody would.
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
      seen.push(brands())
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

describe('both engines', () => {
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
    // Nobody else has to suffer for it.
    expect(await db.selectFrom('brands').select('id').execute()).toEqual([])
    await impatient.close()
  },
)
