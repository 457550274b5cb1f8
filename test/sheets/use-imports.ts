import sharp from 'sharp'
import { beforeEach } from 'vitest'
import { type ImportInput, importDeals } from '#app/deals/server/import/import.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { makeCsv, type Value } from './make-sheets.ts'

/** The test clock of the imports. */
export const NOW = new Date('2026-11-20T17:00:00Z')
export const HEADINGS = ['Brand', 'Product', 'Was', 'Now', 'Link']

/** Returns a row under `HEADINGS`. */
export function coat(number: number, shop = 'shop.example'): Value[] {
  return ['Solvane', `Coat ${number}`, 1290, 645, `https://${shop}/coats/${number}`]
}

export function pictureOf(background: string): Promise<Buffer> {
  const create = { width: 640, height: 800, channels: 3 as const, background }
  return sharp({ create }).jpeg().toBuffer()
}

/** Imports into an app with an empty catalogue before each test. */
export function useImports(app: TestApp) {
  beforeEach(async () => {
    app.setNow(NOW)
    for (const table of ['deals', 'imports', 'retailers', 'brands', 'pictures'] as const) {
      await app.db.deleteFrom(table).execute()
    }
  })

  return {
    importRows: (rows: Value[][], input: Partial<ImportInput> = {}) =>
      importDeals(app.ctx, {
        fileName: 'deals.csv',
        bytes: makeCsv(rows),
        isDryRun: false,
        ...input,
      }),

    allDeals: () =>
      app.db
        .selectFrom('deals')
        .innerJoin('brands', 'brands.id', 'deals.brandId')
        .innerJoin('retailers', 'retailers.id', 'deals.retailerId')
        .selectAll('deals')
        .select(['brands.name as brandName', 'retailers.name as retailerName'])
        .orderBy('feedPosition')
        .execute(),
  }
}
