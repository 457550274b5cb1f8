import { beforeEach, expect, test } from 'vitest'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const app = useTestApp()
let admin: AdminClient
beforeEach(async () => {
  app.setNow(NOW)
  admin = await openAdminClient(app, 'Ann')
})

type Group = { kind: string; key: string; count: number; deals: Array<{ words: string }> }
const kinds = (groups: Group[]) => groups.map(({ kind }) => kind)
const keys = (groups: Group[]) => groups.map(({ key }) => key)

const publish = (id: string, seenWarnings: string[]) =>
  admin.ask({
    method: 'PATCH',
    url: `/api/deals/${id}/publish`,
    payload: { isPublished: true, seenWarnings },
  })

test('a form is told of warnings, keeps nothing, and publishes what a person confirms', async () => {
  const known = await admin.enter({ brandName: 'Maison Aubrelle', isPublished: 'true' })
  const fields = {
    brandName: 'Maison Aubrele',
    productName: 'Wool coat',
    originalPrice: '1000',
    salePrice: '100',
    buyUrl: 'https://other.example/coat',
    isPublished: 'true',
  }
  const seen = (all: string[]) => ({ ...fields, seenWarnings: JSON.stringify(all) })
  const warned = await admin.create(seen([]))
  expect([warned.statusCode, warned.json().code]).toEqual([409, 'warned'])
  const { warnings } = warned.json().about
  expect(kinds(warnings)).toEqual(['no-picture', 'far-off', 'nearly-known-brand'])
  expect(warnings[2].deals[0].words).toContain('“Maison Aubrele” is close to “Maison Aubrelle”')
  expect((await admin.list()).pagination.totalDeals).toBe(1)
  // One unseen warning is enough to refuse; a draft is not published, so it needs none.
  expect((await admin.create(seen(keys(warnings.slice(1))))).statusCode).toBe(409)
  const created = await admin.create(seen(keys(warnings)))
  expect(created.statusCode).toBe(201)
  const { id } = created.json()
  const [entry] = await admin.seenOf(id)
  expect([entry.actorName, entry.changes[0].after]).toEqual(['Ann', expect.stringContaining('90%')])
  // For a published deal, only warnings caused by the edit are shown.
  const edit = { seenWarnings: '[]', salePrice: '900', version: String(created.json().version) }
  const edited = await admin.edit(id, edit)
  expect(kinds(edited.json().about.warnings)).toEqual(['price-far'])
  expect((await admin.read(id)).json().salePrice).toBe(100)
  expect((await admin.edit(id, { ...edit, salePrice: '99' })).statusCode).toBe(200)
  expect(
    (await admin.create({ ...fields, seenWarnings: '{', buyUrl: 'https://a.example/1' }))
      .statusCode,
  ).toBe(400)
  expect((await admin.remove(known.id)).statusCode).toBe(200)
})

test('one deal, many, and one that waits for its hour are asked about before; the same piece is found', async () => {
  const gtin = '00012345678905'
  const first = await admin.enter({ gtin, isPublished: 'true' })
  const elsewhere = { gtin, brandName: 'Maison Test', buyUrl: 'https://other.example/tote' }
  const { id } = await admin.enter({ ...elsewhere, salePrice: '900', startsAt: '2026-11-21 09:00' })
  const told = await admin.ask({
    method: 'POST',
    url: '/api/admin/deals/warnings',
    payload: { ids: [id] },
  })
  expect(kinds(told.json().warnings)).toEqual(['no-picture', 'same-elsewhere', 'price-far'])
  expect((await publish(id, [])).json().code).toBe('warned')
  expect((await admin.read(id)).json().state).toBe('draft')
  // Confirmed when it is scheduled: the clock cannot ask anybody.
  expect((await publish(id, keys(told.json().warnings))).json().state).toBe('scheduled')

  const drafts = await Promise.all(
    [1, 2, 3].map((at) =>
      admin.enter({ productName: `Coat ${at}`, buyUrl: `https://one.example/${at}` }),
    ),
  )
  const many = (seenWarnings: string[]) =>
    admin.ask({
      method: 'POST',
      url: '/api/admin/deals/publish',
      payload: { ids: drafts.map((each) => each.id), isPublished: true, seenWarnings },
    })
  const warned = await many([])
  const groups = warned.json().about.warnings
  expect(groups.map(({ kind, count }: Group) => [kind, count])).toEqual([
    ['no-picture', 3],
    ['one-retailer', 3],
  ])
  expect((await many(keys(groups))).json().changed).toHaveLength(3)
  expect((await admin.read(first.id)).json().state).toBe('live')
})

test('no other door goes round it: a sheet, an edition that is given its hour, an edit of many, what comes back', async () => {
  const codeOf = (response: { statusCode: number; json: () => { code: string } }) =>
    response.statusCode === 409 ? response.json().code : response.statusCode
  const post = (url: string, payload: object) => admin.ask({ method: 'POST', url, payload })

  const csv =
    'Brand,Product Name,Original Price,Sale Price,Buy URL\nSolo,Cape,100,5,https://solo.example/cape'
  const files = [{ field: 'file', fileName: 'a.csv', bytes: Buffer.from(csv) }]
  const upload = (fields: Record<string, string>) =>
    admin.send('POST', '/api/deals/bulk-upload', fields, files)
  const told = (await upload({ dryRun: 'true' })).json().warnings
  expect([kinds(told), told[0].deals[0].row]).toEqual([['no-picture', 'far-off', 'new-brand'], 2])
  expect(codeOf(await upload({ publishAll: 'true', seenWarnings: '[]' }))).toBe('warned')
  expect((await admin.list('?q=solo')).pagination.totalDeals).toBe(0)
  // Drafts are not published.
  const seen = JSON.stringify(keys(told))
  expect(codeOf(await upload({ publishAll: 'true', seenWarnings: seen }))).toBe(200)
  const { entries } = (await admin.ask({ url: '/api/admin/audit?kind=import' })).json()
  expect(entries.map(({ action }: { action: string }) => action)).toContain(
    'import.published-anyway',
  )

  const { id } = await admin.enter({ brandName: 'Duo', salePrice: '950' })
  await post('/api/admin/editions/2026-11-21/deals', { ids: [id] })
  const schedule = (seenWarnings: string[]) =>
    post('/api/admin/editions/2026-11-21/schedule', { ids: [id], time: '07:00', seenWarnings })
  const asked = await schedule([])
  expect(kinds(asked.json().about.warnings)).toEqual(['no-picture', 'little-off', 'new-brand'])
  expect((await admin.read(id)).json().state).toBe('draft')
  expect(codeOf(await schedule(keys(asked.json().about.warnings)))).toBe(200)

  // For a scheduled deal, only warnings caused by the edit are shown.
  const edit = (seenWarnings: string[]) =>
    post('/api/admin/deals/edit', {
      ...{ deals: [{ id }], edit: { salePrice: { set: '100' } }, seenWarnings },
    })
  const edited = await edit([])
  expect(kinds(edited.json().about.warnings)).toEqual(['far-off', 'price-far'])
  expect((await admin.read(id)).json().salePrice).toBe(950)
  expect(codeOf(await edit(keys(edited.json().about.warnings)))).toBe(200)

  const out = await admin.enter({ productName: 'Cape', isPublished: 'true' })
  await admin.endMany([out.id])
  const back = await post('/api/admin/deals/bring-back', { ids: [out.id], seenWarnings: [] })
  expect(codeOf(back)).toBe('warned')
  expect((await admin.read(out.id)).json().state).toBe('ended')
})

test('who says nothing of warnings has seen none; what is undone or brought back is asked about, what is restored was out so', async () => {
  const raw = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    app.as(admin).inject({ method, url, payload })
  const { id } = await admin.enter({ salePrice: '700' })
  const bare = await raw('PATCH', `/api/deals/${id}/publish`, { isPublished: true })
  expect(bare.json().code).toBe('warned')
  expect((await admin.read(id)).json().state).toBe('draft')

  // As a draft it was half price; once published it is not, until the edit is undone.
  const post = (url: string, payload: object) => raw('POST', url, payload)
  const edit = { deals: [{ id }], edit: { salePrice: { set: '100' } } }
  const { batchId } = (await post('/api/admin/deals/edit', edit)).json()
  await admin.edit(id, { salePrice: '100', gtin: '', brandName: 'Maison Test' })
  await admin.publish(id, true)
  const undo = { batchId, ids: [id] }
  const asked = await post('/api/admin/deals/edit/undo', undo)
  expect(kinds(asked.json().about.warnings)).toEqual(['price-far'])
  expect((await admin.read(id)).json().salePrice).toBe(100)

  const { fields, version } = (await admin.ask({ url: `/api/admin/deals/${id}/history` })).json()
  const sale = fields.find(({ field }: { field: string }) => field === 'salePrice')
  const wanted = { field: 'salePrice', entryId: sale.changes[0].entryId, version }
  const back = await post(`/api/admin/deals/${id}/history`, wanted)
  expect(back.json().code).toBe('warned')
  expect((await admin.read(id)).json().salePrice).toBe(100)
  const seenWarnings = keys(back.json().about.warnings)
  await post(`/api/admin/deals/${id}/history`, { ...wanted, seenWarnings })
  expect((await admin.read(id)).json().salePrice).toBe(700)

  const out = await admin.rowOf(id)
  await admin.remove(id)
  expect((await admin.edit(id, { salePrice: '1' })).statusCode).toBe(404)
  await admin.restoreMany([id])
  expect(await admin.rowOf(id)).toEqual(out)
})
