import { describe, expect, inject, test } from 'vitest'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { later, PUBLISHED, SHEET, useUploads } from '#test/sheets/one-upload.ts'
import { coat, HEADINGS, NOW } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const office = useBulkUpload(app)
const { upload, change, history, audit } = office
const { live, idsOfDeals, changeDeals, recordOf, actions } = useUploads(app, office)

describe('an upload that is taken back', () => {
  test('is gone at once, can be uploaded again, and says so in history and audit', async () => {
    const { importId } = await upload({ sheet: SHEET })
    later(app, 1)
    const undone = await change(`/api/admin/imports/${importId}/undo`)
    expect(undone.json()).toEqual({ undoneCount: 3 })
    expect(await live()).toEqual([])
    expect((await app.inject({ url: '/api/deals' })).json().deals).toEqual([])
    expect(await history()).toMatchObject([
      {
        id: importId,
        state: 'undone',
        createdCount: 3,
        undoneCount: 3,
        remaining: 0,
        published: 0,
        restorable: 3,
      },
    ])
    expect((await audit()).at(-1)).toMatchObject({
      action: 'import.undone',
      subjectId: importId,
      subjectLabel: 'deals.csv',
      before: { deals: 3, dealIds: expect.arrayContaining([expect.any(String)]) },
    })
    later(app, 2)
    expect(await upload({ sheet: SHEET })).toMatchObject({ createdCount: 3, duplicates: [] })
    expect(await live()).toEqual(['Coat 1 published', 'Coat 2 published', 'Coat 3'])
  })

  test('comes back as it was, but for links that others have by now and what was deleted before', async () => {
    const { importId } = await upload({ sheet: SHEET })
    later(app, 1)
    await app.db
      .updateTable('deals')
      .set({ deletedAt: new Date(NOW.getTime() + 1), isPublished: false })
      .where('productName', '=', 'Coat 1')
      .execute()
    expect((await change(`/api/admin/imports/${importId}/undo`)).json()).toEqual({ undoneCount: 2 })
    later(app, 2)
    await upload({ sheet: [HEADINGS, coat(3)] })
    const restored = await change(`/api/admin/imports/${importId}/restore`)
    expect(restored.json()).toEqual({ restoredCount: 1, leftCount: 1 })
    expect(await live()).toEqual(['Coat 2 published', 'Coat 3'])
    expect(await recordOf(importId)).toMatchObject({
      state: 'undone',
      undoneCount: 1,
      remaining: 1,
      restorable: 1,
    })
    expect((await audit()).at(-1)).toMatchObject({
      action: 'import.restored',
      after: { deals: 1, left: 1 },
    })
    later(app, 3)
    expect((await change(`/api/admin/imports/${importId}/undo`)).json()).toEqual({ undoneCount: 1 })
  })

  test('stays away while others have its links, and comes back whole when they are free', async () => {
    const { importId } = await upload({ sheet: SHEET })
    later(app, 1)
    await change(`/api/admin/imports/${importId}/undo`)
    later(app, 2)
    const second = await upload({ sheet: SHEET })
    const before = await recordOf(importId)
    const refused = await change(`/api/admin/imports/${importId}/restore`)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'import-links-taken',
        error: 'None of its deals can come back: other deals have their links by now.',
      }),
    ])
    expect(await recordOf(importId)).toEqual(before)
    expect(await actions(importId)).toEqual(['committed', 'undone'])

    later(app, 3)
    const [first = '', ...others] = await idsOfDeals(second.importId)
    await changeDeals('delete', others)
    const some = await change(`/api/admin/imports/${importId}/restore`)
    expect(some.json()).toEqual({ restoredCount: 2, leftCount: 1 })
    expect(await recordOf(importId)).toMatchObject({ state: 'undone', remaining: 2, restorable: 1 })

    later(app, 4)
    const again = await change(`/api/admin/imports/${importId}/undo`)
    expect(again.json()).toEqual({ undoneCount: 2 })
    expect(await recordOf(importId)).toMatchObject({
      ...{ state: 'undone', undoneCount: 3, remaining: 0, restorable: 3 },
    })

    later(app, 5)
    await changeDeals('delete', [first])
    const whole = await change(`/api/admin/imports/${importId}/restore`)
    expect(whole.json()).toEqual({ restoredCount: 3, leftCount: 0 })
    expect(await live()).toEqual(['Coat 1 published', 'Coat 2 published', 'Coat 3'])
    expect(await recordOf(importId)).toMatchObject({
      ...{ state: 'imported', undoneAt: null, undoneCount: null, remaining: 3, restorable: 0 },
    })
  })

  test('brings one deal back for a link, never two', async () => {
    const { importId } = await upload({ sheet: SHEET })
    later(app, 1)
    await change(`/api/admin/imports/${importId}/undo`)
    const [first = '', second = ''] = await idsOfDeals(importId)
    const link = app.db.selectFrom('deals').select('buyUrlKey').where('id', '=', first)
    await app.db.updateTable('deals').set({ buyUrlKey: link }).where('id', '=', second).execute()
    const restored = await change(`/api/admin/imports/${importId}/restore`)
    expect(restored.json()).toEqual({ restoredCount: 2, leftCount: 1 })
  })

  test('can be taken back again when its deals came back one by one', async () => {
    const { importId } = await upload({ sheet: SHEET })
    later(app, 1)
    await change(`/api/admin/imports/${importId}/undo`)
    const ids = await idsOfDeals(importId)
    await changeDeals('restore', ids)
    expect(await recordOf(importId)).toMatchObject({
      ...{ state: 'imported', undoneAt: null, undoneCount: null, remaining: 3, restorable: 0 },
    })
    expect((await change(`/api/admin/imports/${importId}/restore`)).statusCode).toBe(409)
    later(app, 2)
    expect((await change(`/api/admin/imports/${importId}/undo`)).json()).toEqual({ undoneCount: 3 })
    expect(await live()).toEqual([])
    expect(await actions(importId)).toEqual(['committed', 'undone', 'undone'])
  })

  test('is not taken back when none of its deals is left', async () => {
    const { importId } = await upload({ sheet: SHEET })
    later(app, 1)
    await changeDeals('delete', await idsOfDeals(importId))
    const undone = await change(`/api/admin/imports/${importId}/undo`)
    expect([undone.statusCode, undone.json().code]).toEqual([409, 'import-empty'])
    expect(await recordOf(importId)).toMatchObject({ state: 'imported', undoneAt: null })
    expect(await actions(importId)).toEqual(['committed'])
  })

  test('is taken back once, however often it is asked for', async () => {
    const { importId } = await upload({ sheet: SHEET })
    const answers = await Promise.all(
      [1, 2, 3].map(() => change(`/api/admin/imports/${importId}/undo`)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const entries = (await audit()).filter(({ subjectId }) => subjectId === importId)
    expect(entries.map(({ action }) => action)).toEqual(['import.committed', 'import.undone'])
  })

  test.each([
    ['one that is not there', 'undo', 404],
    ['one that was refused', 'undo', 409],
    ['one that was not taken back', 'restore', 409],
  ])('but not %s', async (what, how, status) => {
    const refused = await upload({ sheet: [HEADINGS, ['Solvane', '', '', '', '']] })
    const { importId } = what.endsWith('taken back') ? await upload({ sheet: SHEET }) : refused
    const id = what.endsWith('not there') ? 'nothing' : importId
    expect((await change(`/api/admin/imports/${id}/${how}`)).statusCode).toBe(status)
  })

  // This many take the embedded database minutes beside other tests, with the same statements.
  test.runIf(inject('engine') === 'postgres')(
    'with all 10,000 of it, while people go on reading',
    async () => {
      const rows = Array.from({ length: 10_000 }, (_, at) => [...coat(at), 'yes'])
      const { importId } = await upload({ sheet: [PUBLISHED, ...rows] })
      const [undone, feed] = await Promise.all([
        change(`/api/admin/imports/${importId}/undo`),
        app.inject({ url: '/api/deals/daily-count' }),
      ])
      expect(undone.json()).toEqual({ undoneCount: 10_000 })
      expect(feed.statusCode).toBeLessThan(500)
      expect(await live()).toEqual([])
    },
  )
})
