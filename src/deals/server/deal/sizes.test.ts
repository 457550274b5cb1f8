import { beforeAll, describe, expect, test } from 'vitest'
import { fileSizesOfBefore } from '#app/deals/server/editing/sizes-of-before.ts'
import { annotateDeals } from '#app/deals/server/import/annotated.ts'
import { importDeals } from '#app/deals/server/import/import.ts'
import { readSheet } from '#app/deals/server/sheets/sheet.ts'
import { makeCsv, type Value } from '#test/sheets/make-sheets.ts'
import { HEADINGS } from '#test/sheets/use-imports.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createDeal } from '#test/support/factories.ts'
import { structuredDataOf } from '#test/support/page-head.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true })
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ann')
})

const headings = [...HEADINGS, 'Department', 'Category', 'Tailles']
const sheet = (...rows: Value[][]) => ({
  fileName: 'deals.csv',
  bytes: makeCsv([headings, ...rows]),
})
const row = (number: number, department: string, category: string, sizes: string) => [
  ...['Solvane', `Piece ${number}`, 900, 450, link(number)],
  ...[department, category, sizes],
]
const link = (number: number) => `https://shop.example/sizes/${number}`

async function stored(buyUrl: string) {
  const deal = await app.db
    .selectFrom('deals')
    .select(['id', 'sizes', 'sizeKeys', 'unreadTerms'])
    .where('buyUrl', '=', buyUrl)
    .executeTakeFirstOrThrow()
  return deal
}

const seen = async (id: string) => (await app.inject({ url: `/api/deals/${id}` })).json()
const page = async (url: string) =>
  (await app.inject({ url, headers: { 'sec-fetch-site': 'none' } })).body

describe('the sizes of a sheet', () => {
  test('are kept as they are said, compared, and told on the page of the deal', async () => {
    const report = await importDeals(app.ctx, {
      ...sheet(
        row(1, 'Women', 'Dresses', 'IT 38, 40, 42'),
        row(2, 'Women', 'Boots', '38'),
        row(3, 'Women', 'Dresses', 'IT 40, gizmo'),
        row(4, 'Women', 'Totes', 'OS'),
        row(5, '', '', ''),
        row(6, 'Women', 'Dresses', 'S | M'),
      ),
      isDryRun: false,
    })
    expect(report).toMatchObject({ isCommitted: true, createdCount: 6, problems: [] })
    expect(report.notes.filter((note) => note.startsWith('Sizes'))).toEqual([
      'Sizes were read: “IT 38, 40, 42” as IT 38, IT 40, IT 42, “IT 40, gizmo” as IT 40, “OS” as One size.',
      'Sizes were not understood, and are kept as a note of the deal: “gizmo” (1 row).',
      'Sizes without a system are found by the same number only: “38” (1 row).',
    ])
    const { id, ...first } = await stored(link(1))
    expect(first).toEqual({
      sizes: ['IT 38', 'IT 40', 'IT 42'],
      sizeKeys: [
        ...['w-clothing-us2', 'w-clothing-xs', 'w-clothing-us4', 'w-clothing-s', 'w-clothing-us6'],
      ],
      unreadTerms: {},
    })
    expect(await stored(link(2))).toMatchObject({ sizes: ['38'], sizeKeys: ['w-shoes-n38'] })
    expect(await stored(link(3))).toMatchObject({
      sizes: ['IT 40'],
      unreadTerms: { sizes: 'gizmo' },
    })
    expect(await stored(link(4))).toMatchObject({ sizes: ['One size'], sizeKeys: ['one-size'] })
    const none = await stored(link(5))
    expect([none.sizes, none.sizeKeys, none.unreadTerms]).toEqual([[], [], {}])

    await admin.publish(id, true)
    await announceDeals(app.ctx)
    expect(await seen(id)).toMatchObject({ sizes: ['IT 38', 'IT 40', 'IT 42'] })
    const html = await page(`/deal/${id}`)
    expect(html).toContain('Sizes: IT 38, IT 40, IT 42')
    // The same size in other systems, with a link to the full chart.
    expect(html).toContain('<th scope="row">4</th><td>40</td><td>36</td><td>8</td><td>34</td>')
    expect(html).toContain('href="/sizes#w-clothing"')
    expect(JSON.stringify(structuredDataOf(html))).toContain('"size":["IT 38","IT 40","IT 42"]')
  })

  test('that were not understood are the curator’s to read, until somebody fills them in', async () => {
    const { id } = await stored(link(3))
    expect((await admin.read(id)).json()).toMatchObject({ unread: { sizes: 'gizmo' } })
    await admin.publish(id, true)
    await announceDeals(app.ctx)
    expect(JSON.stringify(await seen(id))).not.toContain('gizmo')
    expect(await page(`/deal/${id}`)).not.toContain('gizmo')
    const cheaper = await admin.edit(id, { salePrice: '400' })
    expect(cheaper.json()).toMatchObject({ unread: { sizes: 'gizmo' } })
    const filled = await admin.edit(id, { sizes: 'IT 40, 44' })
    expect(filled.json()).toMatchObject({ sizes: ['IT 40', 'IT 44'] })
    expect(filled.json().unread).toEqual({})
    expect((await admin.auditOf(id)).at(0).changes).toEqual([
      { field: 'Sizes', before: 'IT 40', after: 'IT 40, IT 44' },
    ])
  })

  test('are told row by row in the sheet that is given back', async () => {
    const input = sheet(
      row(11, 'Women', 'gizmo', 'IT 40, thing'),
      row(12, 'Women', 'Boots', 'EU 38'),
    )
    const { rows } = await readSheet('checked.xlsx', await annotateDeals(app.ctx, input))
    expect(rows.map(({ cells }) => cells.slice(headings.length))).toEqual([
      ['Status', 'What is wrong'],
      ['New', 'Not understood, kept as a note: Category “gizmo”, Sizes “thing”'],
      ['New'],
    ])
  })
})

describe('the sizes of a deal', () => {
  test('are compared anew when somebody says for whom and what it is, and never by a guess', async () => {
    const deal = await admin.enter({ productName: 'Olive wool dress', sizes: 'it40' })
    expect(deal).toMatchObject({ sizes: ['IT 40'], guessed: { category: 'dresses' } })
    expect(await stored(deal.buyUrl)).toMatchObject({ sizeKeys: ['other-it40'] })
    await admin.edit(deal.id, { category: 'dresses' })
    expect(await stored(deal.buyUrl)).toMatchObject({ sizeKeys: ['u-clothing-it40'] })
    await admin.edit(deal.id, { department: 'women' })
    const asClothing = ['w-clothing-us4', 'w-clothing-s']
    expect(await stored(deal.buyUrl)).toMatchObject({ sizeKeys: asClothing })
    await admin.edit(deal.id, { category: 'boots' })
    expect(await stored(deal.buyUrl)).toMatchObject({ sizeKeys: ['w-shoes-eu40'] })
  })

  test('that are none are refused by the form, by name', async () => {
    const response = await admin.create({ buyUrl: link(21), sizes: 'IT 40, gizmo' })
    expect(response.statusCode).toBe(422)
    const reason = 'The list of sizes has “gizmo”, which is no size that we know.'
    expect(response.json().fields).toEqual({ sizes: reason })
  })

  test('of before they were read are shown to nobody outside until they are', async () => {
    const terms = { department: 'women', category: 'dresses' }
    const { id, buyUrl } = await createDeal(app.ctx, terms)
    const old = { sizes: ['it 40', 'see the shop of Solvane'] }
    await app.db.updateTable('deals').set(old).where('id', '=', id).execute()
    await announceDeals(app.ctx)
    expect(await seen(id)).toMatchObject({ sizes: [] })
    expect((await admin.read(id)).json()).toMatchObject(old)
    await admin.edit(id, { salePrice: '300' })
    expect(await stored(buyUrl)).toMatchObject({
      sizes: ['IT 40'],
      sizeKeys: ['w-clothing-us4', 'w-clothing-s'],
      unreadTerms: { sizes: 'see the shop of Solvane' },
    })
  })

  test('of before are read by themselves, also of what a version of before still writes', async () => {
    const ids: string[] = []
    for (const sizes of [['it 40'], ['see the shop'], ['S', 'Medium']]) {
      const { id } = await createDeal(app.ctx, { department: 'women', category: 'dresses' })
      await app.db.updateTable('deals').set({ sizes }).where('id', '=', id).execute()
      ids.push(id)
    }
    await fileSizesOfBefore(app.ctx)
    const deals = await Promise.all(ids.map(async (id) => (await admin.read(id)).json()))
    expect(deals.map(({ sizes, unread }) => ({ sizes, unread }))).toEqual([
      { sizes: ['IT 40'], unread: {} },
      { sizes: [], unread: { sizes: 'see the shop' } },
      { sizes: ['S', 'M'], unread: {} },
    ])
    await announceDeals(app.ctx)
    expect(await seen(ids[2] ?? '')).toMatchObject({ sizes: ['S', 'M'] })
  })

  test('the whole table is a page of its own, which says that it is approximate', async () => {
    const html = await page('/sizes')
    expect(html).toContain('All of it is approximate')
    for (const part of ['w-clothing', 'm-clothing', 'w-shoes', 'm-shoes', 'rings', 'belts']) {
      expect(html).toContain(`<h2 class="title" id="${part}">`)
    }
    expect(html).toContain('<th scope="row">52</th><td>62</td><td>46</td><td>XXL</td>')
    expect((await app.inject({ url: '/sitemap.xml' })).body).toContain('/sizes</loc>')
  })
})
