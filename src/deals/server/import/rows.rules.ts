import { LONGEST_CATEGORY } from '#app/deals/deals.facts.ts'
import { type BuyUrl, parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import {
  type CellReading,
  readCarousel,
  readOptionalName,
  readPictureNames,
  readPrice,
  readSizes,
  readText,
  readYesNo,
} from '#app/deals/server/deal/cells.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import type { Columns, SheetField } from './columns.rules.ts'
import { readMoment } from './dates.rules.ts'

/** Something in the sheet that must be put right before anything is imported. */
export type SheetProblem = {
  /** As the office program counts it, from 1. */
  row: number
  /** The heading in the sheet's own words. */
  column: string
  value: string
  /** Continues a sentence that begins with the column: `is not a price`. */
  reason: string
}

/** A row that leads to the same piece as an earlier row or a deal we have; it is left out. */
export type SheetDuplicate = {
  row: number
  buyUrl: string
  sameAs: { row: number } | { dealId: string; brandName: string; productName: string }
}

/** A row that would make a deal. */
export type SheetDeal = {
  row: number
  brandName: string
  productName: string
  originalPriceCents: number | null
  salePriceCents: number | null
  link: BuyUrl
  /** Empty when the sheet leaves it to the link. */
  retailerName: string
  cardPicture: string | undefined
  morePictures: string[]
  category: string | null
  sizes: string[]
  isPreview: boolean
  isPublished: boolean
  showInSplash: boolean
  carouselAssignment: number
  /** Null while the deal is not published. */
  publishedAt: Date | null
}

type RowOptions = {
  now: Date
  publishAll: boolean
  takesPictureLinks: boolean
  movePublishedAt: (at: Date) => Date
}

/** Where the examples of the template are sold: nobody means to import those. */
export const EXAMPLE_SHOP = 'write-over-this-row.example'

const MAX_VALUE_SHOWN = 200

/**
 * The deal of one row, and everything that is wrong with it; with problems the deal is incomplete.
 */
export function readDeal(
  columns: Columns,
  { row, cells }: SheetRow,
  { now, publishAll, takesPictureLinks, movePublishedAt }: RowOptions,
): { draft: SheetDeal; problems: SheetProblem[] } {
  const problems: SheetProblem[] = []

  function refuse(field: SheetField, reason: string) {
    const column = columns[field]
    // A column that is not there at all is reported once, with the headings.
    if (!column) return
    const value = showCell(cells[column.index] ?? null)
    problems.push({ row, column: column.heading, value, reason })
  }

  function read<T>(field: SheetField, reader: (cell: Cell) => CellReading<T>, otherwise: T): T {
    const reading = reader(cells[columns[field]?.index ?? -1] ?? null)
    if (reading.ok) return reading.value
    refuse(field, reading.reason)
    return otherwise
  }

  const readPictures = (cell: Cell, isList: boolean) =>
    readPictureNames(cell, { isList, takesLinks: takesPictureLinks })

  const originalPriceCents = read('originalPrice', readPrice, null)
  const salePriceCents = read('salePrice', readPrice, null)
  if (
    originalPriceCents !== null &&
    salePriceCents !== null &&
    salePriceCents > originalPriceCents
  ) {
    refuse('salePrice', 'is above the original price')
  }

  const isPublished = read('isPublished', readYesNo, false) || publishAll
  const sheetDate = read('publishedAt', readMoment, undefined)
  const movedDate = sheetDate && movePublishedAt(sheetDate)
  if (movedDate && movedDate > now) refuse('publishedAt', 'is in the future')

  const draft: SheetDeal = {
    row,
    brandName: read('brandName', readName, ''),
    productName: read('productName', readName, ''),
    originalPriceCents,
    salePriceCents,
    link: read('buyUrl', readLink, { url: '', domain: '', key: '' }),
    retailerName: read('retailerName', readOptionalName, ''),
    cardPicture: read('cardPicture', (cell) => readPictures(cell, false), [])[0],
    morePictures: read('morePictures', (cell) => readPictures(cell, true), []),
    category: read('category', (cell) => readText(cell, LONGEST_CATEGORY), '') || null,
    sizes: read('sizes', readSizes, []),
    isPreview: read('isPreview', readYesNo, false),
    isPublished,
    showInSplash: read('showInSplash', readYesNo, false),
    carouselAssignment: read('carouselAssignment', readCarousel, 0),
    publishedAt: isPublished ? (movedDate ?? now) : null,
  }
  return { draft, problems }
}

function readName(cell: Cell): CellReading<string> {
  const name = readOptionalName(cell)
  return name.ok && name.value === '' ? { ok: false, reason: 'is empty' } : name
}

function readLink(cell: Cell): CellReading<BuyUrl> {
  // Not `readText`: that would repair spaces and line breaks inside a link.
  const parsed = typeof cell === 'string' ? parseBuyUrl(cell) : undefined
  if (parsed?.ok && parsed.domain === EXAMPLE_SHOP) {
    return { ok: false, reason: 'is the example of the template; write over this row or delete it' }
  }
  if (parsed?.ok) return { ok: true, value: parsed }
  if (parsed) return { ok: false, reason: parsed.reason }
  return { ok: false, reason: cell === null ? 'is empty' : 'is not a web address' }
}

function showCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell).slice(0, MAX_VALUE_SHOWN)
  return 'error' in cell ? cell.error : cell.date.replace('T', ' ')
}
