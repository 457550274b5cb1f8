import fc from 'fast-check'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeCsv, makeWorkbook, readFixture, type Value } from '#test/sheets/make-sheets.ts'
import { useTestApp } from '#test/test-app.ts'
import { type ImportInput, importDeals } from './deal-import.ts'

const app = useTestApp()
const NOW = new Date('2026-11-20T17:00:00Z')

beforeEach(async () => {
  app.setNow(NOW)
  for (const table of ['deals', 'imports', 'retailers', 'brands', 'pictures'] as const) {
    await app.db.deleteFrom(table).execute()
  }
})

const HEADINGS = ['Brand', 'Product', 'Was', 'Now', 'Link']

function importRows(rows: Value[][], input: Partial<ImportInput> = {}) {
  return importDeals(app.ctx, {
    fileName: 'deals.csv',
    bytes: makeCsv(rows),
    isDryRun: false,
    ...input,
  })
}

function coat(number: number, shop = 'shop.example'): Value[] {
  return ['Solvane', `Coat ${number}`, 1290, 645, `https://${shop}/coats/${number}`]
}

function pictureOf(background: string): Promise<Buffer> {
  const create = { width: 640, height: 800, channels: 3 as const, background }
  return sharp({ create }).jpeg().toBuffer()
}

function allDeals() {
  return app.db
    .selectFrom('deals')
    .innerJoin('brands', 'brands.id', 'deals.brandId')
    .innerJoin('retailers', 'retailers.id', 'deals.retailerId')
    .selectAll('deals')
    .select(['brands.name as brandName', 'retailers.name as retailerName'])
    .orderBy('feedPosition')
    .execute()
}

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
      category: 'Accessories',
      sizes: ['One size'],
      isPreview: true,
      isPublished: true,
      carouselAssignment: 1,
      publishedAt: new Date('2026-11-02T14:30:00Z'),
      createdAt: NOW,
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
    expect(await app.db.selectFrom('priceObservations').selectAll().execute()).toMatchObject([
      { originalPriceCents: 129_000, salePriceCents: 64_500, source: 'import', observedAt: NOW },
    ])
  })

  test('is announced once it is there', async () => {
    const announced = new Promise<void>((resolve) => app.ctx.live.subscribe('deals', resolve))
    await importRows([HEADINGS, coat(1)])
    await announced
  })

  test('of 10,000 rows goes in at once', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => coat(index))
    const report = await importRows([HEADINGS, ...rows])
    expect(report).toMatchObject({ rowCount: 10_000, createdCount: 10_000, problems: [] })
  })
})

describe('nothing is written', () => {
  async function expectNothingWritten() {
    for (const table of ['deals', 'imports', 'retailers', 'brands'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  }

  test('by a dry run, which answers the same report', async () => {
    const rows = [HEADINGS, coat(1), coat(2), coat(1)]
    const dry = await importRows(rows, { isDryRun: true })
    await expectNothingWritten()
    const real = await importRows(rows)
    expect(dry).toEqual({ ...real, isDryRun: true, isCommitted: false })
    expect(real.createdCount).toBe(2)
  })

  test('while any row is bad, and every problem of every row is told at once', async () => {
    const report = await importRows([
      ['brand', 'Title', 'MSRP', 'now', 'Buy URL', 'Publish', 'Carousel', 'Publish Date', 'Photo'],
      ['Solvane', 'Coat', 100, 90, 'https://shop.example/1', 'yes', 1, '2026-11-01', ''],
      [
        '',
        'Coat',
        'cheap',
        90,
        'javascript:alert(1)',
        'maybe',
        9,
        'soon',
        'https://shop.example/a.jpg',
      ],
      ['Solvane', '', 100, 100.01, '', 'yes', '', '2026-12-24', ''],
    ])
    expect(report).toMatchObject({ isCommitted: false, rowCount: 3, createdCount: 0 })
    const told = report.problems.map(({ row, column, value }) => [row, column, value])
    expect(told).toHaveLength(11)
    expect(told).toEqual(
      expect.arrayContaining([
        [3, 'brand', ''],
        [3, 'MSRP', 'cheap'],
        [3, 'Buy URL', 'javascript:alert(1)'],
        [3, 'Publish', 'maybe'],
        [3, 'Carousel', '9'],
        [3, 'Publish Date', 'soon'],
        [3, 'Photo', 'https://shop.example/a.jpg'],
        [4, 'Title', ''],
        [4, 'now', '100.01'],
        [4, 'Buy URL', ''],
        [4, 'Publish Date', '2026-12-24'],
      ]),
    )
    await expectNothingWritten()
  })

  test('without the columns a deal needs, and the other columns are checked all the same', async () => {
    const { problems } = await importRows([
      ['Brand', 'Now'],
      ['Solvane', 'cheap'],
    ])
    expect(problems.map(({ row, column }) => [row, column])).toEqual([
      [1, 'productName'],
      [1, 'buyUrl'],
      [2, 'Now'],
    ])
    await expectNothingWritten()
  })

  test('when it is interrupted half way', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => coat(index))
    const interrupted = importRows([HEADINGS, ...rows], {
      onProgress: ({ stage, done }) => {
        if (stage === 'writing' && done > 50) throw new Error('The power went out.')
      },
    })
    await expect(interrupted).rejects.toThrow('The power went out.')
    await expectNothingWritten()
  })

  test('by any sheet that has a bad row, wherever it stands', { timeout: 120_000 }, async () => {
    const bad = fc.constantFrom<Array<[number, Value]>>(
      [0, ''],
      [0, '?!'],
      [1, ' '],
      [2, '1.290'],
      [3, -1],
      [3, 1300],
      [4, ''],
      [4, 'https://localhost/'],
      [4, 'https://a:b@shop.example/'],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 30 }),
        fc.nat(),
        bad,
        fc.boolean(),
        async (count, place, [column, value], isWorkbook) => {
          const rows = Array.from({ length: count + 1 }, (_, index) => coat(index))
          const row = place % rows.length
          rows[row] = rows[row]?.with(column, value) ?? []
          const bytes = (isWorkbook ? makeWorkbook : makeCsv)([HEADINGS, ...rows])
          const fileName = isWorkbook ? 'a.xlsx' : 'a.csv'
          const report = await importDeals(app.ctx, { fileName, bytes, isDryRun: false })
          expect(report.problems.map((problem) => problem.row)).toEqual([row + 2])
          await expectNothingWritten()
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('a deal that is already there', () => {
  test('in the same sheet is told with both rows and kept once', async () => {
    const again = [
      'Solvane',
      'Coat',
      '',
      '',
      'http://www.shop.example/coats/1/?utm_source=mail#top',
    ]
    const report = await importRows([HEADINGS, coat(1), coat(2), again])
    expect(report).toMatchObject({ isCommitted: true, createdCount: 2 })
    expect(report.duplicates).toEqual([{ row: 4, buyUrl: again[4], sameAs: { row: 2 } }])
  })

  test('from an earlier sheet is told by its name, and the same sheet again creates nothing', async () => {
    const rows = [HEADINGS, coat(1), coat(2)]
    await importRows(rows)
    const [deal] = await allDeals()
    const report = await importRows(rows)

    expect(report).toMatchObject({ isCommitted: true, createdCount: 0, problems: [] })
    expect(report.duplicates.map(({ row }) => row)).toEqual([2, 3])
    expect(report.duplicates[0]?.sameAs).toEqual({
      dealId: deal?.id,
      brandName: 'Solvane',
      productName: 'Coat 1',
    })
    expect(await allDeals()).toHaveLength(2)
  })

  test('is kept once when several sheets name it at the same moment', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [...coat(index), 'red.jpg'])
    const picture = await pictureOf('#b02030')
    // Pictures are asked for after duplicates: here all imports wait until none has seen another's.
    const { promise: allAreReady, resolve } = Promise.withResolvers<Buffer>()
    let ready = 0
    const readPicture = async () => {
      ready += 1
      if (ready === 3) resolve(picture)
      return allAreReady
    }
    const headings = [...HEADINGS, 'Image']
    const reports = await Promise.all([
      importRows([headings, ...rows], { readPicture }),
      importRows([headings, ...rows.toReversed()], { readPicture }),
      importRows([headings, ...rows], { readPicture }),
    ])
    for (const report of reports) expect(report).toMatchObject({ isCommitted: true, problems: [] })
    expect(reports.map(({ createdCount }) => createdCount).toSorted()).toEqual([0, 0, 120])
    expect(reports.map(({ duplicates }) => duplicates.length).toSorted()).toEqual([0, 120, 120])
    expect(await allDeals()).toHaveLength(120)
    expect(await app.db.selectFrom('brands').selectAll().execute()).toHaveLength(1)
  })
})

describe('brands and retailers', () => {
  test('are matched by name, however it is spelt', async () => {
    const headings = [...HEADINGS, 'Retailer']
    await importRows([headings, [...coat(1), 'Atelier Nord']])
    await importRows([
      headings,
      ['SOLVANE ', 'Hat', '', '', 'https://shop.example/hat', 'Atelier  nord.'],
      ['Sôlvane', 'Bag', '', '', 'https://other.example/bag', 'ATELIER-NORD'],
    ])
    const deals = await allDeals()
    expect(deals.map(({ brandName }) => brandName)).toEqual(Array(3).fill('Solvane'))
    expect(deals.map(({ retailerName }) => retailerName)).toEqual(Array(3).fill('Atelier Nord'))
  })

  test('without a name, the retailer is whoever sells at that domain, or is named after it', async () => {
    await importRows([
      [...HEADINGS, 'Shop'],
      [...coat(1, 'www.nord.example'), 'Atelier Nord'],
    ])
    await importRows([
      [...HEADINGS, 'Shop'],
      [...coat(2, 'nord.example'), ''],
      [...coat(3, 'www.sued.example'), ''],
      [...coat(4, 'west.example'), ''],
      [...coat(5, 'west.example'), 'Wild West'],
    ])
    const names = (await allDeals()).map(({ productName, retailerName }) => [
      productName,
      retailerName,
    ])
    expect(Object.fromEntries(names)).toEqual({
      'Coat 1': 'Atelier Nord',
      'Coat 2': 'Atelier Nord',
      'Coat 3': 'sued.example',
      'Coat 4': 'Wild West',
      'Coat 5': 'Wild West',
    })
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

describe('pictures', () => {
  const headings = [...HEADINGS, 'Card image', 'Images']
  const rows = [
    headings,
    [...coat(1), 'red.jpg', 'blue.png|red.jpg'],
    [...coat(2), 'red.jpg', ''],
    [...coat(3), '', 'blue.png'],
  ]

  async function folderOf(names: string[]) {
    const colours: Record<string, string> = { 'red.jpg': '#b02030', 'blue.png': '#2030b0' }
    const asked: string[] = []
    const files = new Map<string, Buffer>()
    for (const name of names) {
      const colour = colours[name]
      files.set(name, colour ? await pictureOf(colour) : Buffer.from('not a picture'))
    }
    const readPicture = async (name: string) => {
      asked.push(name)
      return files.get(name)
    }
    return { asked, readPicture }
  }

  test('are found by the name of their file, stored once, and kept in order', async () => {
    const { asked, readPicture } = await folderOf(['red.jpg', 'blue.png'])
    expect(await importRows(rows, { readPicture })).toMatchObject({ createdCount: 3, problems: [] })

    expect(asked.toSorted()).toEqual(['blue.png', 'red.jpg'])
    expect(await app.db.selectFrom('pictures').selectAll().execute()).toHaveLength(2)
    const [first, second, third] = await allDeals()
    expect(first?.cardPictureId).toBe(second?.cardPictureId)
    expect(third?.cardPictureId).toBeNull()
    const more = await app.db
      .selectFrom('dealPictures')
      .selectAll()
      .where('dealId', '=', first?.id ?? '')
      .orderBy('position')
      .execute()
    expect(more).toMatchObject([{ position: 1 }, { position: 2, pictureId: first?.cardPictureId }])
  })

  test('that are missing or broken are problems of their rows', async () => {
    const { readPicture } = await folderOf(['red.jpg', 'notes.jpg'])
    const broken = [...coat(4), 'notes.jpg', '']
    const report = await importRows([...rows, broken], { readPicture })
    const told = report.problems.map(({ row, column, value }) => [row, column, value])
    expect(told).toEqual([
      [2, 'Images', 'blue.png'],
      [4, 'Images', 'blue.png'],
      [5, 'Card image', 'notes.jpg'],
    ])
    expect(await allDeals()).toEqual([])
  })

  test('are only looked for in a dry run', async () => {
    const { readPicture } = await folderOf(['red.jpg'])
    const report = await importRows(rows, { readPicture, isDryRun: true })
    expect(report.problems.map(({ row }) => row)).toEqual([2, 4])
    expect(await app.db.selectFrom('pictures').selectAll().execute()).toEqual([])
  })

  test('cannot be named by a sheet that comes alone', async () => {
    const { problems } = await importRows([headings, [...coat(1), 'red.jpg', '']])
    expect(problems).toMatchObject([{ row: 2, column: 'Card image', value: 'red.jpg' }])
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
