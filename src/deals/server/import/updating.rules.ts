import { readCarousel, readPictureNames, readYesNo } from '#app/deals/server/deal/cells.rules.ts'
import { readDealValues } from '#app/deals/server/deal/fields.rules.ts'
import type { ManagedDealRecord } from '#app/deals/server/deal/managed-deals.queries.ts'
import type { DealPatch } from '#app/deals/server/editing/editing.rules.ts'
import { saidPrices } from '#app/deals/server/rates/rates.rules.ts'
import type { SheetRow } from '#app/deals/server/sheets/messages.ts'
import { foldHeading, foldName } from '#app/shared/names.ts'
import { SHEET_COLUMNS, type SheetField } from './columns.facts.ts'
import type { Columns } from './columns.rules.ts'
import { priceCell } from './comma-prices.rules.ts'
import { isEmptyCell, problemsOf, RECOMMENDED, type SheetProblem } from './rows.rules.ts'

/** A row as an update of an existing deal; empty cells change nothing. */
export type SheetUpdate = {
  row: number
  patch: DealPatch
  cardPicture: string | undefined
  morePictures: string[]
}

/** An update by sheet never changes whether or since when a deal is published. */
const OF_NEW_DEALS: SheetField[] = ['isPublished', 'publishedAt']

/** Parses a row as an update of a deal and collects its problems. */
export function readUpdate(
  columns: Columns,
  { row, cells }: SheetRow,
  { takesPictureLinks, hasCommaPrices }: { takesPictureLinks: boolean; hasCommaPrices: boolean },
): { update: SheetUpdate; problems: SheetProblem[] } {
  const refused = new Map<SheetField, string>()
  const cellOf = (field: SheetField) => {
    const cell = cells[columns[field]?.index ?? -1] ?? null
    return isEmptyCell(cell) || OF_NEW_DEALS.includes(field) ? undefined : cell
  }
  const patch: DealPatch = readDealValues(
    (field) => {
      const value = cellOf(field)
      return value === undefined ? undefined : priceCell(field, value, hasCommaPrices)
    },
    // An unknown word would replace a known one, so it is a problem here.
    (field, { reason }) => refused.set(field, reason),
  )
  const switches = { showInSplash: readYesNo, carouselAssignment: readCarousel } as const
  for (const [field, read] of Object.entries(switches)) {
    const name = field as keyof typeof switches
    const cell = cellOf(name)
    const reading = cell === undefined ? undefined : read(cell)
    if (reading?.ok === false) refused.set(name, reading.reason)
    else if (reading) Object.assign(patch, { [name]: reading.value })
  }
  const picturesOf = (field: 'cardPicture' | 'morePictures') => {
    const how = { isList: field === 'morePictures', takesLinks: takesPictureLinks }
    const reading = readPictureNames(cellOf(field) ?? null, how)
    if (reading.ok) return reading.value
    refused.set(field, reading.reason)
    return []
  }
  const isRecommended = RECOMMENDED.test(foldHeading(columns.originalPrice?.heading ?? ''))
  if (isRecommended && cellOf('originalPrice') !== undefined && patch.priceBasis === undefined) {
    patch.priceBasis = 'rrp'
  }
  const update = {
    row,
    patch,
    cardPicture: picturesOf('cardPicture')[0],
    morePictures: picturesOf('morePictures'),
  }
  return { update, problems: problemsOf(columns, { row, cells }, refused) }
}

/** Columns that a new deal needs and the sheet lacks; rows of existing deals do without them. */
export function missingForNew(columns: Columns, row: number): SheetProblem[] {
  return Object.entries(SHEET_COLUMNS).flatMap(([field, column]) => {
    const isThere = columns[field as SheetField] !== undefined || !('isNeeded' in column)
    const reason = 'is missing: there is no such deal yet, and a new one needs it'
    return isThere ? [] : { row, column: column.heading, value: '', reason }
  })
}

/** The part of a patch that differs from what is stored. */
export function differingPatch(said: DealPatch, deal: ManagedDealRecord): DealPatch {
  const { currency, was, now } = saidPrices(deal)
  const isOther: { [Key in keyof DealPatch]: (value: DealPatch[Key]) => boolean } = {
    brandName: (name = '') => foldName(name) !== foldName(deal.brandName),
    retailerName: (name = '') => foldName(name) !== foldName(deal.retailerName),
    link: (link) => link?.url !== deal.buyUrl,
    priceCurrency: (each) => each !== currency,
    originalPriceCents: (cents) => cents !== was,
    salePriceCents: (cents) => cents !== now,
    pictureIds: (ids) => !isAlike(ids, deal.fallbackPictureIds),
  }
  const stored: Record<string, unknown> = deal
  const kept = Object.entries(said).filter(([key, value]) => {
    const differs = isOther[key as keyof DealPatch] as ((value: unknown) => boolean) | undefined
    return differs ? differs(value) : !isAlike(value, stored[key])
  })
  const patch: DealPatch = Object.fromEntries(kept)
  // A change of currency changes both amounts, even one whose number stays the same.
  if (patch.priceCurrency !== undefined) {
    if (said.originalPriceCents !== undefined) patch.originalPriceCents = said.originalPriceCents
    if (said.salePriceCents !== undefined) patch.salePriceCents = said.salePriceCents
  }
  return patch
}

/** Compares stored values: texts, numbers, dates and lists of them. */
function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** Whether an amount without a currency is ambiguous, because the deal is not sold in dollars. */
export function isAmountUnclear(said: DealPatch, deal: ManagedDealRecord, home: string): boolean {
  const isPriced = said.originalPriceCents !== undefined || said.salePriceCents !== undefined
  return isPriced && said.priceCurrency === undefined && deal.priceCurrency !== home
}
