import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { makeZip, type Value } from '#test/sheets/make-sheets.ts'
import { later } from '#test/sheets/one-upload.ts'
import { coat, HEADINGS, pictureOf } from '#test/sheets/use-imports.ts'
import { seeingWarnings } from '#test/support/admin.ts'
import { createMember } from '#test/support/factories.ts'
import { multipart } from '#test/support/multipart.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const { admin, upload, send, history } = useBulkUpload(app)

const GTIN = '04006381333931'
const COLUMNS = [...HEADINGS, 'GTIN', 'Shop', 'Published']
const UPDATE = { choices: JSON.stringify({ isUpdating: true }) }
const dryRun = { ...UPDATE, dryRun: 'true' }
const check = (sheet: Value[][]) => upload({ sheet, fields: dryRun })
const anyway = async (sheet: Value[][], fields: Record<string, string>) => {
  const first = await send({ sheet, fields })
  if (first.statusCode !== 409 || first.json().code !== 'warned') return first
  const keys = first.json().about.warnings.map(({ key }: { key: string }) => key)
  return send({ sheet, fields: { ...fields, seenWarnings: JSON.stringify(keys) } })
}
const update = async (sheet: Value[][], seenUpdates = '') => {
  const stamp = seenUpdates || (await check(sheet)).updateStamp || ''
  return anyway(sheet, { ...UPDATE, seenUpdates: stamp, seenWarnings: '[]' })
}
const deals = async () =>
  Object.fromEntries(
    (await app.db.selectFrom('deals').selectAll().where('deletedAt', 'is', null).execute()).map(
      (deal) => [deal.productName, deal],
    ),
  )
const pricesOf = async () =>
  Object.fromEntries(
    Object.entries(await deals()).map(([name, deal]) => [name, deal.salePriceCents]),
  )
const undo = async (importId: string | null) => {
  const path = `/api/admin/imports/${importId}/undo`
  return seeingWarnings((seenWarnings) =>
    app.as(admin()).inject({ method: 'POST', url: path, payload: { seenWarnings } }),
  )
}

const STOCK: Value[][] = [
  COLUMNS,
  [...coat(1), null, null, 'yes'],
  [...coat(2), GTIN, null, 'no'],
  [...coat(3), null, null, 'no'],
  // The same piece at another shop is another deal.
  [...coat(4, 'other.example'), GTIN, 'Other', 'no'],
]
const CHANGE: Value[][] = [
  ['Link', 'Now', 'GTIN', 'Colour'],
  ['https://shop.example/coats/1', 500, null, 'black'],
  ['https://shop.example/moved/2', 400, GTIN, null],
  ['https://shop.example/coats/3', 645, null, null],
]
beforeEach(async () => {
  await anyway(STOCK, {})
  later(app, 5)
})

test('what is there is found by link, or by GTIN at the same retailer; before and after are told and nothing is changed', async () => {
  const before = await deals()
  const report = await check([...CHANGE, ['https://shop.example/coats/1', 1, null, null]])
  expect([report.updatedCount, report.unchangedCount, report.createdCount]).toEqual([2, 1, 0])
  expect(report.updates.map(({ row, changes }) => [row, changes])).toEqual([
    [
      2,
      [
        { field: 'Colour', before: null, after: 'Black' },
        { field: 'Sale price', before: '$645.00', after: '$500.00' },
      ],
    ],
    [
      3,
      [
        {
          field: 'Buy URL',
          before: 'https://shop.example/coats/2',
          after: 'https://shop.example/moved/2',
        },
        { field: 'Sale price', before: '$645.00', after: '$400.00' },
      ],
    ],
  ])
  expect(report.duplicates).toMatchObject([{ row: 5, sameAs: { row: 2 } }])
  expect(report.rows.map(({ row, state, productName }) => [row, state, productName])).toEqual([
    [2, 'update', 'Coat 1'],
    [3, 'update', 'Coat 2'],
    [4, 'unchanged', 'Coat 3'],
    [5, 'duplicate', ''],
  ])
  expect(await deals()).toEqual(before)
  // Unrecognized parts of a sheet are reported in the list of uploads.
  await upload({
    sheet: [
      [...HEADINGS, 'Category'],
      [...coat(9), 'gizmo'],
      [...coat(10), 'Bags'],
    ],
  })
  expect((await history()).map(({ noted }: { noted: number }) => noted)).toEqual([1, 0])
  // Without asking for updates, rows of existing deals are reported as before.
  const plain = await upload({ sheet: CHANGE, fields: { dryRun: 'true' } })
  expect([plain.updatedCount, plain.problems.length > 0]).toEqual([0, true])
})

test('it changes only what somebody has confirmed, as the form would: history, observations, by the file’s name', async () => {
  expect((await update(CHANGE, 'another')).json().code).toBe('updates-unseen')
  const { updateStamp } = await check(CHANGE)
  // Somebody saves one of them meanwhile.
  const { id } = (await deals())['Coat 2'] ?? {}
  await app.db
    .updateTable('deals')
    .set({ version: 7 })
    .where('id', '=', id ?? '')
    .execute()
  expect((await update(CHANGE, updateStamp ?? '')).json().code).toBe('updates-unseen')
  expect(await pricesOf()).toMatchObject({ 'Coat 1': 64500, 'Coat 2': 64500 })

  // Or at the very moment at which it is written.
  await sql`create function save_meanwhile() returns trigger language plpgsql as $$ begin
    update deals set version = version + 1 where product_name = 'Coat 1'; return new; end $$`.execute(
    app.db,
  )
  await sql`create trigger save_meanwhile before insert on imports
    for each row execute function save_meanwhile()`.execute(app.db)
  const late = await update(CHANGE)
  await sql`drop function save_meanwhile cascade`.execute(app.db)
  expect([late.statusCode, late.json().code]).toEqual([409, 'deal-changed'])
  expect(await pricesOf()).toMatchObject({ 'Coat 1': 64500, 'Coat 2': 64500 })

  // One price is far off, and its deal is published: a confirmation is required before anything is written.
  const far = CHANGE.map((row) => row.map((cell) => (cell === 500 ? 100 : cell)))
  const seenUpdates = (await check(far)).updateStamp ?? ''
  const asked = await send({ sheet: far, fields: { ...UPDATE, seenUpdates, seenWarnings: '[]' } })
  expect(asked.json().about.warnings.map(({ kind }: { kind: string }) => kind)).toEqual([
    'far-off',
    'price-far',
  ])
  expect(await pricesOf()).toMatchObject({ 'Coat 1': 64500 })

  const done = (await update(CHANGE)).json()
  expect([done.isCommitted, done.updatedCount, done.createdCount]).toEqual([true, 2, 0])
  const now = await deals()
  expect(now['Coat 1']).toMatchObject({ salePriceCents: 50000, colour: 'black', isPublished: true })
  expect(now['Coat 2']).toMatchObject({ buyUrl: 'https://shop.example/moved/2', version: 8 })
  expect(now['Coat 4']).toMatchObject({ salePriceCents: 64500 })
  const seen = await app.db
    .selectFrom('priceObservations')
    .select(['source', 'salePriceCents', 'seenBy'])
    .where('dealId', '=', id ?? '')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(seen).toEqual({ source: 'import', salePriceCents: 40000, seenBy: 'deals.csv' })
  const told = await app.as(admin()).inject({ url: `/api/admin/deals/${id}/history` })
  expect(told.json().fields.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['buyUrl', 'salePrice']),
  )
  // Uploading the same again changes nothing.
  expect(await check(CHANGE)).toMatchObject({ updatedCount: 0, unchangedCount: 3 })
})

test('new and wrong rows stand beside; what could mean two things is refused', async () => {
  const sheet: Value[][] = [
    ['Link', 'Was', 'Now', 'GTIN', 'Shop', 'Category'],
    ['https://shop.example/coats/1', null, 5000, null, null, null],
    ['https://shop.example/coats/3', null, 99, null, null, 'gizmo'],
    ['https://shop.example/new', 900, 450, null, null, null],
    [null, null, 300, GTIN, 'Other', null],
    [null, null, 300, GTIN, null, null],
  ]
  const report = await check(sheet)
  expect(report.problems.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [2, 'Now', 'cannot be so: The sale price is above the original price.'],
    [3, 'Category', 'is not one that we have'],
    ...['Brand', 'Product Name'].map((column) => [
      4,
      column,
      'is missing: there is no such deal yet, and a new one needs it',
    ]),
    ...['Brand', 'Product Name'].map((column) => [6, column, expect.any(String)]),
    [6, 'Link', 'is empty'],
  ])
  expect(report.updates).toMatchObject([{ row: 5 }])
  expect((await update(sheet, 'x')).json()).toMatchObject({ isCommitted: false })
  // Rows are counted, however many problems one has.
  expect((await history())[0]).toMatchObject({ state: 'refused', problemCount: 4 })
  // A number shared by two deals of a shop identifies neither.
  await app.db
    .updateTable('deals')
    .set({ gtin: '00036000291452' })
    .where('productName', 'in', ['Coat 1', 'Coat 3'])
    .execute()
  const byNumber: Value[][] = [
    ['GTIN', 'Shop', 'Now'],
    ['00036000291452', 'shop.example', 300],
  ]
  const several = await check(byNumber)
  expect([several.updatedCount, several.problems]).toMatchObject([
    0,
    [{ row: 2, reason: 'is the number of several deals there: say which by link' }],
  ])
  // With the trade number, a new link matches its shop with or without www.
  const moved: Value[] = ['https://www.shop.example/moved/2', 400, GTIN]
  expect(await check([['Link', 'Now', 'GTIN'], moved])).toMatchObject({ updatedCount: 1 })
  // An amount is in the deal's currency only if the sheet says so.
  await app.db
    .updateTable('deals')
    .set({
      priceCurrency: 'EUR',
      foreignWasHundredths: 129000,
      foreignNowHundredths: 64500,
      originalPriceCents: null,
      salePriceCents: null,
    })
    .where('productName', '=', 'Coat 3')
    .execute()
  const [headings = []] = CHANGE
  const { problems } = await check([headings, ['https://shop.example/coats/3', 60, null, null]])
  expect(problems).toMatchObject([
    { column: 'Now', reason: expect.stringContaining('sold in EUR: say in a column') },
  ])
  // Deleted deals are not matched.
  await app.db
    .updateTable('deals')
    .set({ deletedAt: app.ctx.now() })
    .where('productName', '=', 'Coat 3')
    .execute()
  expect(await check(byNumber)).toMatchObject({ updatedCount: 1, problems: [] })
})

test('taken back, deals have again what they had, but for those that were changed since', async () => {
  const { importId } = (await update(CHANGE)).json()
  const { id = '' } = (await deals())['Coat 1'] ?? {}
  later(app, 6)
  const edit = { salePrice: '480', seenWarnings: '[]' }
  const { payload, headers } = multipart(edit)
  await app.as(admin()).inject({
    ...{ method: 'PUT', url: `/api/deals/${id}`, payload },
    headers: { ...headers, ...admin().csrf },
  })
  const undone = (await undo(importId)).json()
  expect(undone).toEqual({
    undoneCount: 0,
    updates: {
      changedCount: 1,
      left: [{ id, label: 'Solvane Coat 1', reason: 'It was changed again since.' }],
    },
  })
  expect(await deals()).toMatchObject({
    'Coat 1': { salePriceCents: 48000, colour: 'black' },
    'Coat 2': { salePriceCents: 64500, buyUrl: 'https://shop.example/coats/2' },
  })
  const [record] = (await history()).filter((each: { id: string }) => each.id === importId)
  expect(record).toMatchObject({ state: 'undone', updatedCount: 2, createdCount: 0 })
  expect((await undo(importId)).statusCode).toBe(409)
  const path = `/api/admin/imports/${importId}/restore`
  const back = await app.as(admin()).inject({ method: 'POST', url: path, payload: {} })
  expect(back.json()).toMatchObject({ restoredCount: 0, updates: { changedCount: 1 } })
  expect(await pricesOf()).toMatchObject({ 'Coat 1': 48000, 'Coat 2': 40000 })
})

test('taken back, a deal has its picture again, with what was said of it', async () => {
  const { id = '' } = (await deals())['Coat 1'] ?? {}
  const save = async (fields: Record<string, string>, files?: Parameters<typeof multipart>[1]) => {
    const { payload, headers } = multipart({ ...fields, seenWarnings: '[]' }, files)
    const how = { method: 'PUT' as const, url: `/api/deals/${id}`, payload }
    return app.as(admin()).inject({ ...how, headers: { ...headers, ...admin().csrf } })
  }
  const bytes = await pictureOf('#b02030')
  const stored = await save({}, [{ field: 'images', fileName: 'red.jpg', bytes }])
  const [key = ''] = stored.json().images
  const said = { key, alternative: 'From the side', focus: [100, 200] }
  await save({ pictureNotes: JSON.stringify({ [key]: said }) })

  const pictures = makeZip([{ name: 'blue.jpg', content: await pictureOf('#2030b0') }])
  const sheet = [
    ['Link', 'More Images'],
    ['https://shop.example/coats/1', 'blue.jpg'],
  ]
  const { updateStamp } = await upload({ sheet, pictures, fields: dryRun })
  const fields = { ...UPDATE, seenUpdates: updateStamp ?? '', seenWarnings: '[]' }
  const { importId, updatedCount } = (await send({ sheet, pictures, fields })).json()
  expect(updatedCount).toBe(1)
  expect((await undo(importId)).json()).toMatchObject({ updates: { changedCount: 1, left: [] } })
  const deal = await app.as(admin()).inject({ url: `/api/admin/deals/${id}` })
  expect(deal.json().pictures).toMatchObject([said])
})

test('a brand whose deals are all given to another goes on as that one, until it has deals again', async () => {
  const member = await createMember(app.ctx)
  const asMember = (url: string) => app.as(member).inject({ url })
  const follow = { kind: 'brand', value: 'solvane' }
  await app.as(member).inject({ method: 'PUT', url: '/api/follows', payload: follow })
  const rename = (...rows: Array<[number, string?]>): Value[][] => [
    ['Link', 'Brand'],
    ...rows.map(([row, shop = 'shop.example']): Value[] => [
      `https://${shop}/coats/${row}`,
      'Maison Solvane',
    ]),
  ]
  // Some of them may have been filed wrongly.
  const some = await update(rename([1], [2]))
  expect((await asMember('/api/brands/solvane')).statusCode).toBe(404)
  await undo(some.json().importId)

  const all = await update(rename([1], [2], [3], [4, 'other.example']))
  expect((await asMember('/api/brands/solvane')).json()).toMatchObject({ slug: 'maison-solvane' })
  expect((await asMember('/api/deals?brand=solvane')).json().pagination.totalDeals).toBe(1)
  expect((await asMember('/api/follows')).json().follows).toMatchObject([
    { value: 'maison-solvane', label: 'Maison Solvane' },
  ])
  expect((await asMember('/api/for-you')).json().deals).toMatchObject([
    { why: expect.stringContaining('You follow Maison Solvane') },
  ])

  await undo(all.json().importId)
  await expect
    .poll(async () => (await asMember('/api/brands/solvane')).json())
    .toMatchObject({ slug: 'solvane' })
  expect((await asMember('/api/follows')).json().follows).toMatchObject([{ value: 'solvane' }])
})

test('a brand goes on as another also where deals of it were deleted, and not while one is left that is not out', async () => {
  const member = await createMember(app.ctx)
  const brand = async () => (await app.as(member).inject({ url: '/api/brands/solvane' })).json()
  const renamed: Value[][] = [
    ['Link', 'Brand'],
    ['https://shop.example/coats/1', 'Maison Solvane'],
    ['https://shop.example/coats/2', 'Maison Solvane'],
  ]
  const left = app.db.updateTable('deals').where('productName', 'in', ['Coat 3', 'Coat 4'])
  const some = await update(renamed)
  expect((await brand()).code).toBe('not-found')
  await undo(some.json().importId)
  await left.set({ deletedAt: app.ctx.now() }).execute()
  await update(renamed)
  expect(await brand()).toMatchObject({ slug: 'maison-solvane' })
})
