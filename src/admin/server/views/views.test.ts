import { beforeAll, expect, test } from 'vitest'
import type { Views } from '#app/admin/views.contract.ts'
import { MOST_VIEWS } from '#app/admin/views.facts.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let shared: AdminClient
let ada: AdminClient
beforeAll(async () => {
  shared = await openAdminClient(app)
  ada = await openAdminClient(app, 'Ada')
  await app.db
    .insertInto('administrators')
    .values({
      id: 'ada',
      email: 'ada@club.test',
      name: 'Ada',
      role: 'curator',
      passwordHash: 'x',
      createdAt: app.ctx.now(),
    })
    .execute()
  await app.db
    .updateTable('adminSessions')
    .set({ administratorId: 'ada' })
    .where('label', '=', ada.label)
    .execute()
})

const url = '/api/admin/views'
const save = (who: AdminClient, payload: object) => who.ask({ method: 'POST', url, payload })
const view = { name: 'Drafts', address: 'state=draft&sort=brand', hidden: ['clicks'] }

test('views are kept by name, each administrator’s own, and those of the shared password apart', async () => {
  expect((await save(ada, view)).json().views).toMatchObject([view])
  await save(ada, { ...view, name: 'Bags', address: 'q=bag' })
  const again: Views = (await save(ada, { ...view, name: ' DRAFTS ', hidden: [] })).json()
  expect(again.views).toMatchObject([
    { name: 'Bags', address: 'q=bag' },
    { name: 'DRAFTS', hidden: [] },
  ])
  expect((await shared.ask({ url })).json()).toEqual({ views: [] })
  await save(shared, view)
  expect((await save(shared, view)).json().views).toHaveLength(1)

  const id = again.views[0]?.id ?? ''
  const remove = (who: AdminClient) => who.ask({ method: 'DELETE', url: `${url}/${id}` })
  expect((await remove(shared)).statusCode).toBe(404)
  expect((await remove(ada)).json().views).toMatchObject([{ name: 'DRAFTS' }])
  // Views are deleted with their owner.
  await app.db.deleteFrom('administrators').where('id', '=', 'ada').execute()
  expect(await app.db.selectFrom('listViews').select('name').execute()).toEqual([
    { name: 'Drafts' },
  ])
})

test.each([
  ['without a name', { ...view, name: ' ' }],
  ['with an address of elsewhere', { ...view, address: '//evil.example?x=<script>' }],
  ['with a column that there is not', { ...view, hidden: ['price', 'names'] }],
])('one %s is refused', async (_, payload) => {
  expect((await save(shared, payload)).statusCode).toBe(400)
})

test('there are no more than somebody finds again', async () => {
  const rows = Array.from({ length: MOST_VIEWS - 1 }, (_, index) => ({
    ...{ id: `v${index}`, administratorId: null, name: `v${index}`, nameKey: `v${index}` },
    ...{ address: '', columns: [] },
  }))
  await app.db.insertInto('listViews').values(rows).execute()
  const refused = await save(shared, { ...view, name: 'One more' })
  expect(refused.json()).toMatchObject({ code: 'too-many-views' })
  expect((await save(shared, view)).statusCode).toBe(200)
})
