import { describe, expect, test } from 'vitest'
import { coat, HEADINGS, pictureOf, useImports } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const { importRows, allDeals } = useImports(app)

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
    // Pictures are fetched after the check for duplicates: here all imports wait until none has seen
    // another's.
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
  test('are foreseen before the import as they are stored by it', async () => {
    const headings = [...HEADINGS, 'Shop']
    await importRows([headings, [...coat(1, 'www.nord.example'), 'Atelier Nord']])
    const rows = [
      headings,
      [...coat(2, 'nord.example'), ''],
      [...coat(3, 'www.sued.example'), ''],
      [...coat(4, 'west.example'), ''],
      [...coat(5, 'west.example'), 'Wild West'],
      [...coat(6, 'east.example'), 'ATELIER-NORD'],
      [...coat(7, 'east.example'), ''],
      [...coat(8, 'nord.example'), 'WILD WEST'],
    ]
    const { rows: foreseen } = await importRows(rows, { isDryRun: true })
    expect(foreseen.map(({ retailer }) => [retailer.name, retailer.isKnown])).toEqual([
      ['Atelier Nord', true],
      ['sued.example', false],
      ['Wild West', false],
      ['Wild West', false],
      ['Atelier Nord', true],
      ['Atelier Nord', true],
      ['Wild West', false],
    ])
    await importRows(rows)
    const stored = new Map(
      (await allDeals()).map(({ productName, retailerName }) => [productName, retailerName]),
    )
    for (const { productName, retailer } of foreseen) {
      expect(stored.get(productName), productName).toBe(retailer.name)
    }
  })
})

test('with a heading missing no row is foreseen as new', async () => {
  const rows = [['Brand', 'Link'], ...[1, 2].map((at) => ['Solvane', `https://a.example/${at}`])]
  const report = await importRows(rows, { isDryRun: true })
  expect(report).toMatchObject({
    createdCount: 0,
    problems: [{ row: 1, column: 'Product Name' }],
    rows: [{ state: 'problem' }, { state: 'problem' }],
  })
})
