import { describe, expect, inject, test } from 'vitest'
import { makeCsv, readFixture } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS, NOW, useImports } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { importDeals } from './import.ts'

const app = useTestApp()
const { importRows, allDeals } = useImports(app)

describe('a sheet of deals', () => {
  test.each([
    ...['deals.xlsx', 'deals.xls', 'comma-utf8.csv', 'semicolon-windows-1252.csv'],
    ...['tab-utf8.csv', 'semicolon-utf8-bom-crlf.csv'],
  ])('is imported as its curator sees it in %s', async (fileName) => {
    const bytes = readFixture(fileName)
    const report = await importDeals(app.ctx, { fileName, bytes, isDryRun: false })

    expect(report).toMatchObject({ isCommitted: true, rowCount: 4, createdCount: 4, problems: [] })
    expect(report.notes).toContain('Columns that were ignored: Buyer’s notes.')
    const [scarf, mantel, jeans, overcoat] = await allDeals()
    expect(scarf).toMatchObject({
      brandName: 'Delphine Corvané',
      retailerName: 'Atelier Nord',
      productName: 'Silk scarf “Étoile”',
      originalPriceCents: 129_000,
      salePriceCents: 64_500,
      discountPerMille: 500,
      buyUrl: 'https://www.atelier-nord.example/scarves/etoile?utm_source=mail&colour=ivory',
      buyUrlKey: 'atelier-nord.example/scarves/etoile?colour=ivory',
      domain: 'www.atelier-nord.example',
      category: 'accessories',
      sizes: ['One size'],
      isPreview: true,
      isPublished: true,
      carouselAssignment: 1,
      publishedAt: new Date('2026-11-02T14:30:00Z'),
      createdAt: new Date('2026-11-02T14:30:00Z'),
      feedPosition: 2,
    })
    expect(mantel).toMatchObject({
      brandName: 'Lucrezia Tarvo',
      productName: 'Größe M: Wollmantel, gefüttert',
      originalPriceCents: 129_000,
      salePriceCents: 89_950,
      buyUrl: 'https://mode-zentrum.example/maentel/4711',
      sizes: ['34', '36', '38'],
      isPreview: true,
      publishedAt: new Date('2026-11-01T04:00:00Z'),
    })
    expect(jeans).toMatchObject({
      retailerName: 'kasu.example',
      productName: '501',
      originalPriceCents: 42_050,
      salePriceCents: 21_025,
      sizes: ['31'],
      isPublished: true,
      publishedAt: new Date('2026-10-31T04:00:00Z'),
    })
    expect(overcoat).toMatchObject({
      originalPriceCents: null,
      salePriceCents: null,
      sizes: ['46', '48', '50'],
      isPublished: false,
      publishedAt: null,
      carouselAssignment: 5,
    })
    expect(overcoat?.productName).toHaveLength(190)
  })

  test('leaves a record of itself and of every price that is known', async () => {
    await importRows([HEADINGS, coat(1), ['Solvane', 'Hat', '', '', 'https://shop.example/hat']])
    expect(await app.db.selectFrom('imports').selectAll().execute()).toMatchObject([
      {
        fileName: 'deals.csv',
        fileSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        createdCount: 2,
      },
    ])
    // Observations of deleted deals stay.
    const observations = app.db
      .selectFrom('priceObservations')
      .selectAll()
      .where('dealId', 'in', app.db.selectFrom('deals').select('deals.id'))
    expect(await observations.execute()).toMatchObject([
      { originalPriceCents: 129_000, salePriceCents: 64_500, source: 'import', observedAt: NOW },
    ])
  })

  test('says what its prices before rest on, in words of its own', async () => {
    const link = (index: number) => `https://shop.example/basis-${index}`
    const headings = ['Brand', 'Product', 'MSRP', 'Sale Price', 'Basis', 'Buy URL']
    const rows = ['', 'Prix barré', 'elsewhere', '?'].map((basis, index) => [
      ...['Solvane', `Hat ${index}`, '100', '50', basis, link(index)],
    ])
    const report = await importRows([headings, ...rows])
    expect(report.notes).toEqual([
      'Basis was read: “Prix barré” as The retailer’s own earlier price, “elsewhere” as What it costs elsewhere, “?” as Not known.',
      'The price before is recommended by the maker, as its heading says (1 row).',
    ])
    const bases = (await allDeals()).map(({ priceBasis, wasCents, offPerMille }) => [
      ...[priceBasis, wasCents, offPerMille],
    ])
    expect(bases).toEqual([
      ['rrp', 10_000, 500],
      ['retailer', 10_000, 500],
      ['market', 10_000, 500],
      ['unknown', null, null],
    ])
    const wrong = await importRows([headings, ['Solvane', 'Cap', '100', '50', 'maybe', link(9)]])
    expect(wrong.problems).toMatchObject([
      { column: 'Basis', value: 'maybe', reason: expect.stringContaining('write retailer, RRP') },
    ])
    expect(wrong.notes).toEqual([])
  })

  test('is announced once it is there', async () => {
    const announced = new Promise<void>((resolve) =>
      app.ctx.live.subscribe('deals', () => resolve()),
    )
    await importRows([HEADINGS, coat(1)])
    await expect(announced).resolves.toBeUndefined()
  })
})

describe('publishing', () => {
  const headings = [...HEADINGS, 'Published', 'Publish date']

  test('waits for the administrator unless the sheet says otherwise', async () => {
    await importRows([
      headings,
      [...coat(1), '', ''],
      [...coat(2), 'yes', ''],
      [...coat(3), 'no', '2026-11-01'],
    ])
    const deals = await allDeals()
    expect(deals.map(({ isPublished }) => isPublished)).toEqual([false, true, false])
    expect(deals.map(({ publishedAt }) => publishedAt)).toEqual([null, NOW, null])
  })

  test('can be asked for every row', async () => {
    await importRows([headings, [...coat(1), 'no', '2026-11-19 08:00']], { publishAll: true })
    expect(await allDeals()).toMatchObject([
      { isPublished: true, publishedAt: new Date('2026-11-19T13:00:00Z') },
    ])
  })

  test('follows the moved date, which is the one that cannot be in the future', async () => {
    const tenDays = 10 * 24 * 60 * 60 * 1000
    const rows = [headings, [...coat(1), 'yes', '2026-11-25']]
    const movePublishedAt = (at: Date) => new Date(at.getTime() - tenDays)
    expect((await importRows(rows)).problems).toMatchObject([{ reason: 'is in the future' }])
    expect((await importRows(rows, { movePublishedAt })).problems).toEqual([])
    expect(await allDeals()).toMatchObject([{ publishedAt: new Date('2026-11-15T05:00:00Z') }])
  })
})

test.each([
  ['no rows at all', [], 'empty'],
  ['only headings', [HEADINGS], 'no deals'],
])('a sheet with %s is refused', async (_what, rows, reason) => {
  const bytes = Buffer.concat([makeCsv(rows), Buffer.from('\r\n')])
  await expect(importRows([], { bytes })).rejects.toMatchObject({
    code: 'bad-sheet',
    message: expect.stringContaining(reason),
  })
})

// Last, because deleting this many again is slow.
test.runIf(inject('engine') === 'postgres')('a sheet of 10,000 rows goes in at once', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => coat(index))
  const report = await importRows([HEADINGS, ...rows])
  expect(report).toMatchObject({ rowCount: 10_000, createdCount: 10_000, problems: [] })
})
