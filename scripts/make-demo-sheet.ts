// Writes demo/deals.xlsx and demo/retailer-pages.json from demo/catalogue and demo/pictures.json.
// Run `node scripts/make-demo-sheet.ts`; the same sources always give the same files.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import * as XLSX from '@e965/xlsx'
import { readTerm } from '#app/deals/server/deal/terms.rules.ts'
import { type TermField, termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { hue } from '#demo/catalogue/arrangement.ts'
import { type DemoDeal, makeDeals } from '#demo/catalogue/deals.ts'
import { kindOf } from '#demo/catalogue/kinds.ts'
import { readPictures } from '#demo/catalogue/pictures.ts'
import { Random } from '#demo/catalogue/random.ts'
import { decorate, priceBootsForMany } from '#demo/catalogue/showcase.ts'

const SEED = 1754

const deals = makeDeals(readPictures(), SEED)
decorate(deals, new Random(SEED))
priceBootsForMany(deals)

writeFileSync(demoFile('deals.xlsx'), sheetOf(deals))
writeFileSync(demoFile('retailer-pages.json'), retailerPagesOf(deals))
console.log(`${deals.length} deals written to demo/deals.xlsx and demo/retailer-pages.json`)

function sheetOf(deals: readonly DemoDeal[]): Buffer {
  const sheet = XLSX.utils.json_to_sheet(deals.map(rowOf))
  const range = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1')
  // Numeric cells formatted as prices, so that spreadsheet programs can add them up.
  for (let row = 1; row <= range.e.r; row++) {
    for (const column of [2, 3]) {
      const cell: XLSX.CellObject | undefined = sheet[XLSX.utils.encode_cell({ r: row, c: column })]
      if (cell) cell.z = '#,##0.00'
    }
  }
  sheet['!cols'] = [22, 52, 14, 12, 60, 24, 20, 44, 12, 18, 12, 30, 14, 9, 10, 8, 9, 17].map(
    (wch) => ({
      wch,
    }),
  )
  sheet['!autofilter'] = { ref: XLSX.utils.encode_range(range) }

  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, 'Deals')
  // A fixed date keeps the file identical from run to run.
  book.Props = { Title: 'Demo deals', CreatedDate: new Date(0), ModifiedDate: new Date(0) }
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true })
}

/** A row under the headings of the upload template, in their order. */
function rowOf(deal: DemoDeal) {
  return {
    Brand: deal.brand.name,
    'Product Name': deal.productName,
    'Original Price': deal.originalPriceCents === null ? null : deal.originalPriceCents / 100,
    'Sale Price': deal.salePriceCents / 100,
    'Buy URL': deal.buyUrl,
    Retailer: deal.retailer.name,
    'Card Image': deal.picture.file,
    'More Images': deal.morePictures.map((picture) => picture.file).join('|'),
    Department: kindOf(deal.picture.kind).department ?? 'Women',
    Category: termOf('category', deal.picture.kind),
    Colour: termOf('colour', deal.picture.colour, hue(deal.picture)),
    Sizes: deal.sizes.join('|'),
    'Style number': styleNumberOf(deal),
    Preview: deal.isPreview ? 'yes' : 'no',
    Published: 'yes',
    Splash: deal.showInSplash ? 'yes' : 'no',
    Carousel: deal.carouselAssignment,
    // Text rather than a date cell, so that it stays Toronto time wherever the sheet is opened.
    'Published At': deal.publishedAt,
  }
}

/** One style number per brand and picture, the same in every shop: `ADC-4217`. */
function styleNumberOf({ brand, picture }: DemoDeal): string {
  const letters = brand.name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase()
  const digest = createHash('sha256').update(`${brand.name} ${picture.file}`).digest()
  return `${letters}-${1000 + (digest.readUInt32BE(0) % 9000)}`
}

/** The label in the vocabulary of the deals. Throws if there is none. */
function termOf(field: TermField, text: string, otherwise = text): string {
  const value = readTerm(field, text) ?? readTerm(field, otherwise)
  if (value === undefined) throw new Error(`The vocabulary has no ${field} for ${text}`)
  return termLabel(field, value)
}

/** What the stand-in shops show at each address; one entry per line, for readable diffs. */
function retailerPagesOf(deals: readonly DemoDeal[]): string {
  const entries = deals.map((deal) => {
    const page = {
      retailer: deal.retailer.name,
      brand: deal.brand.name,
      product: deal.productName,
      salePriceCents: deal.salePriceCents,
      originalPriceCents: deal.originalPriceCents,
      picture: deal.picture.file,
      sizes: deal.sizes,
      description: deal.description,
    }
    return `${JSON.stringify(deal.buyUrl)}:${JSON.stringify(page)}`
  })
  return `{\n${entries.join(',\n')}\n}\n`
}

function demoFile(name: string): URL {
  return new URL(`../demo/${name}`, import.meta.url)
}
