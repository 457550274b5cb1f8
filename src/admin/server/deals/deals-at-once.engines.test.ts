import { beforeAll, describe, expect, test } from 'vitest'
import { importDeals } from '#app/deals/server/import/import.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let ann: AdminClient
let bob: AdminClient
beforeAll(async () => {
  ann = await openAdminClient(app, 'Ann')
  bob = await openAdminClient(app, 'Bob')
})

const statusesOf = (responses: Array<{ statusCode: number }>) =>
  responses.map(({ statusCode }) => statusCode).toSorted()

const feedDays = async () =>
  (await app.db.selectFrom('feedDays').selectAll().orderBy('publishedDay').execute()).at(-1)
    ?.dealsThrough ?? 0

const countPublished = async () =>
  (await app.db.selectFrom('deals').select('id').where('isPublished', '=', true).execute()).length

async function eachOf(count: number, work: (index: number) => Promise<unknown>) {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

/** One after the other; concurrency is tested later. */
async function enterMany(count: number, fields = {}): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await ann.enter(fields)).id)
  return ids
}

describe('two administrators at once', () => {
  test('who save on the same version: one is told of the other, and nothing is lost', async () => {
    const { id } = await ann.enter()
    const responses = await Promise.all([
      ann.edit(id, { productName: 'By Ann', version: '1' }),
      bob.edit(id, { productName: 'By Bob', version: '1' }),
      ann.edit(id, { salePrice: '399', version: '1' }),
      bob.edit(id, { salePrice: '398', version: '1' }),
    ])
    expect(statusesOf(responses)).toEqual([200, 409, 409, 409])
    expect((await ann.read(id)).json().version).toBe(2)
  })

  test('who enter the same link: one deal is made', async () => {
    const fields = { buyUrl: 'https://shop.example/at-once', brandName: 'At Once' }
    const responses = await Promise.all([
      ann.create(fields),
      bob.create(fields),
      ann.create({ ...fields, buyUrl: 'https://www.shop.example/at-once/?utm_id=1' }),
      bob.create(fields),
    ])
    expect(statusesOf(responses)).toEqual([201, 409, 409, 409])
    const brands = app.db.selectFrom('brands').select('id').where('nameKey', '=', 'at once')
    expect(await brands.execute()).toHaveLength(1)
  })

  test('of whom one edits what the other deletes: the edit came first or finds it gone', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await ann.enter()
      const [edited, removed] = await Promise.all([
        ann.edit(id, { productName: 'Edited' }),
        bob.remove(id),
      ])
      expect([200, 404]).toContain(edited.statusCode)
      expect(removed.statusCode).toBe(200)
      expect((await ann.read(id)).json()).toMatchObject({ code: 'deal-deleted' })
    }
  })

  test('of whom one publishes what the other deletes: no deleted deal is in the feed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await ann.enter()
      await Promise.all([ann.publish(id, true), bob.remove(id), ann.publishMany([id])])
      expect((await app.inject({ url: `/api/deals/${id}` })).statusCode).toBe(404)
      expect(await feedDays()).toBe(await countPublished())
    }
  })

  test('of whom one restores a deal while the other enters its link: one deal has it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, buyUrl } = await ann.enter()
      await ann.remove(id)
      const [restored, entered] = await Promise.all([
        ann.restoreMany([id]),
        bob.create({ buyUrl, productName: 'New' }),
      ])
      const isBack = restored.changed.length === 1
      expect(entered.statusCode).toBe(isBack ? 409 : 201)
      if (!isBack) expect(restored.left).toHaveLength(1)
    }
  })

  test('who delete the same deals: each is deleted once, with one entry', async () => {
    const ids = await enterMany(20)
    const answers = await Promise.all([ann.removeMany(ids), bob.removeMany(ids.toReversed())])
    const changed = answers.flatMap((answer) => answer.changed)
    expect(changed.toSorted()).toEqual(ids.toSorted())
    const entries = await app.db
      .selectFrom('auditEntries')
      .select('id')
      .where('action', '=', 'deal.deleted')
      .where('subjectId', 'in', ids)
      .execute()
    expect(entries).toHaveLength(20)
  })

  test('and an import, all in each other’s way: nobody waits in a circle', async () => {
    const ids = await enterMany(12, { isPublished: 'true' })
    const rows = Array.from(
      { length: 60 },
      (_, row) => `Maison Test,Imported ${row},https://crowd.example/${row},yes`,
    )
    const sheet = ['Brand,Product name,Buy URL,Published', ...rows].join('\n')
    const responses = await Promise.all([
      importDeals(app.ctx, { fileName: 'a.csv', bytes: Buffer.from(sheet), isDryRun: false }),
      ann.removeMany(ids.slice(0, 6)).then(() => ann.restoreMany(ids.slice(0, 6))),
      bob.publishMany(ids.toReversed(), false).then(() => bob.publishMany(ids)),
      ...ids.map((id, index) => ann.edit(id, { salePrice: String(index) })),
      ...ids.map((id) => bob.flip(id, { showInSplash: true, isPreview: true })),
      eachOf(6, (row) =>
        bob.create({ buyUrl: `https://crowd.example/${row}`, brandName: 'Crowd' }),
      ),
    ])
    for (const response of responses.flat()) {
      const status = (response as { statusCode?: number }).statusCode ?? 200
      // On a slow machine, a request that waits too long is told to retry.
      expect([200, 201, 404, 409, 503]).toContain(status)
    }
    expect(app.logLines.filter((line) => line.includes('40P01'))).toEqual([])
    const links = app.db.selectFrom('deals').select('id').where('domain', '=', 'crowd.example')
    expect(await links.execute()).toHaveLength(60)
    expect(await feedDays()).toBe(await countPublished())
  })
})
