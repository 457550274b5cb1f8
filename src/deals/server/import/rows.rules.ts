import {
  type CellReading,
  readCarousel,
  readPictureNames,
  readText,
  readYesNo,
} from '#app/deals/server/deal/cells.rules.ts'
import { readMoment } from '#app/deals/server/deal/dates.rules.ts'
import {
  type DealValues,
  emptyDealValues,
  readDealValues,
} from '#app/deals/server/deal/fields.rules.ts'
import { pricesInDollars, type Rates, rateFaults } from '#app/deals/server/rates/rates.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import { TERM_FIELDS, type UnreadWords } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { foldHeading } from '#app/shared/names.ts'
import { EXAMPLE_SHOP, type SheetField } from './columns.facts.ts'
import type { Columns } from './columns.rules.ts'
import { priceCell } from './comma-prices.rules.ts'

/** A problem in the sheet that must be fixed before anything is imported. */
export type SheetProblem = {
  /** Row number as spreadsheet programs count it, from 1. */
  row: number
  /** The column's heading as in the sheet. */
  column: string
  value: string
  /** Continues a sentence that begins with the column: `is not a price`. */
  reason: string
}

/** A row with the same link as an earlier row or an existing deal; it is left out. */
export type SheetDuplicate = {
  row: number
  buyUrl: string
  sameAs: { row: number } | { dealId: string; brandName: string; productName: string }
}

/** A row that would become a deal. */
export type SheetDeal = DealValues & {
  row: number
  /** The sheet's own words for terms, understood or not, and those for sizes that were not understood. */
  words: UnreadWords
  /** The sheet's own word for the basis of the was-price. */
  basisText: string
  /** The whole text of the sizes cell. */
  sizesText: string
  cardPicture: string | undefined
  morePictures: string[]
  showInSplash: boolean
  carouselAssignment: number
  /** Null unless the deal is published. */
  publishedAt: Date | null
  isScheduled: boolean
  endedAt?: Date
  endedReason?: 'time'
}

type RowOptions = {
  now: Date
  publishAll: boolean
  takesPictureLinks: boolean
  movePublishedAt: (at: Date) => Date
  rates: Rates
  /** Whether the sheet has prices with a decimal comma. */
  hasCommaPrices: boolean
}

/** Headings that state the basis of the was-price. */
export const RECOMMENDED = /^(msrp|rrp)$/

const MAX_VALUE_SHOWN = 200
const NEVER = new Date(0)

/** Parses a row and collects its problems from left to right; with problems the deal is incomplete. */
export function readDeal(
  columns: Columns,
  { row, cells }: SheetRow,
  { now, publishAll, takesPictureLinks, movePublishedAt, rates, hasCommaPrices }: RowOptions,
): { draft: SheetDeal; problems: SheetProblem[] } {
  const refused = new Map<SheetField, string>()

  function refuse(field: SheetField, reason: string) {
    refused.set(field, reason)
  }

  const cellOf = (field: SheetField) => cells[columns[field]?.index ?? -1] ?? null

  function read<T>(field: SheetField, reader: (cell: Cell) => CellReading<T>, otherwise: T): T {
    const reading = reader(cellOf(field))
    if (reading.ok) return reading.value
    refuse(field, reading.reason)
    return otherwise
  }

  const readPictures = (cell: Cell, isList: boolean) =>
    readPictureNames(cell, { isList, takesLinks: takesPictureLinks })

  const words: UnreadWords = Object.fromEntries(
    TERM_FIELDS.flatMap((field) => {
      const text = readText(cellOf(field))
      return text.ok && text.value !== '' ? [[field, text.value]] : []
    }),
  )
  const values: DealValues = {
    ...emptyDealValues(),
    ...readDealValues(
      (field) => priceCell(field, cellOf(field), hasCommaPrices),
      // An unknown word is no reason to reject a sheet: the report notes it.
      (field, { reason, unread }) => {
        if (unread === undefined) refuse(field, reason)
        else if (field === 'sizes') words.sizes = unread
      },
    ),
  }
  if (
    isEmptyCell(cellOf('basis')) &&
    RECOMMENDED.test(foldHeading(columns.originalPrice?.heading ?? ''))
  ) {
    values.priceBasis = 'rrp'
  }
  const { originalPriceCents, salePriceCents, link } = values
  for (const field of ['brandName', 'productName'] as const) {
    if (values[field] === '' && !refused.has(field)) refuse(field, 'is empty')
  }
  if (
    originalPriceCents !== null &&
    salePriceCents !== null &&
    salePriceCents > originalPriceCents
  ) {
    refuse('salePrice', 'is above the original price')
  }
  if (link.domain === EXAMPLE_SHOP) {
    refuse('buyUrl', 'is the example of the template; write over this row or delete it')
  }

  const isMeantToBeOut = values.isPublished || publishAll
  const said = { currency: values.priceCurrency, was: originalPriceCents, now: salePriceCents }
  if (isMeantToBeOut && rateFaults(pricesInDollars(said, rates)).currency) {
    refuse(
      'currency',
      'has no rate that counts today: upload one under Rates, or import it as a draft',
    )
  }
  const sheetDate = read('publishedAt', readMoment, undefined)
  const movedDate = sheetDate && movePublishedAt(sheetDate)
  if (movedDate && movedDate > now) refuse('publishedAt', 'is in the future')
  const { startsAt, endsAt } = values
  const isLater = startsAt !== null && startsAt > now
  if (isLater && movedDate) refuse('startsAt', 'is after the day on which it was published')
  const isPublished = isMeantToBeOut && !isLater
  const outAt = isPublished ? (movedDate ?? now) : null
  const isOver = endsAt !== null && endsAt <= now
  if (endsAt !== null && endsAt <= (startsAt ?? movedDate ?? NEVER)) {
    refuse('endsAt', 'is not after the start')
  } else if (isOver && !movedDate) {
    refuse('endsAt', 'has passed')
  }

  const draft: SheetDeal = {
    ...values,
    row,
    words,
    basisText: refused.has('basis') ? '' : read('basis', readText, ''),
    sizesText: read('sizes', readText, ''),
    isPublished,
    cardPicture: read('cardPicture', (cell) => readPictures(cell, false), [])[0],
    morePictures: read('morePictures', (cell) => readPictures(cell, true), []),
    showInSplash: read('showInSplash', readYesNo, false),
    carouselAssignment: read('carouselAssignment', readCarousel, 0),
    publishedAt: outAt,
    isScheduled: isMeantToBeOut && isLater,
    // A sheet of past days may contain deals that have ended since.
    ...(isPublished && isOver ? { endedAt: endsAt, endedReason: 'time' as const } : {}),
  }
  return { draft, problems: problemsOf(columns, { row, cells }, refused) }
}

/** The problems of a row's cells, from left to right. */
export function problemsOf(
  columns: Columns,
  { row, cells }: SheetRow,
  refused: ReadonlyMap<SheetField, string>,
): SheetProblem[] {
  return (
    Object.entries(columns)
      // A missing column is reported only once, with the headings.
      .flatMap(([field, { index, heading }]) => {
        const reason = refused.get(field as SheetField)
        const value = showCell(cells[index] ?? null)
        return reason === undefined ? [] : { row, column: heading, value, reason }
      })
  )
}

export function isEmptyCell(cell: Cell): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '')
}

function showCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell).slice(0, MAX_VALUE_SHOWN)
  return 'error' in cell ? cell.error : cell.date.replace('T', ' ')
}
