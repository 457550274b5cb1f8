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

/** What a row says of a deal that is there; what is empty in it stays as it is. */
export type SheetUpdate = {
  row: number
  patch: DealPatch
  cardPicture: string | undefined
  morePictures: string[]
}

/** Whether a deal is out, and since when, is no matter of a sheet that changes it. */
const OF_NEW_DEALS: SheetField[] = ['isPublished', 'publishedAt']

/** Reads a row as a change of a deal, with all that is wrong in it. */
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
    // A word that we do not know would take the place of one that we do.
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

/** What a new deal needs and the sheet has no column for: another row does without. */
export function missingForNew(columns: Columns, row: number): SheetProblem[] {
  return Object.entries(SHEET_COLUMNS).flatMap(([field, column]) => {
    const isThere = columns[field as SheetField] !== undefined || !('isNeeded' in column)
    const reason = 'is missing: there is no such deal yet, and a new one needs it'
    return isThere ? [] : { row, column: column.heading, value: '', reason }
  })
}

/** Of what is said only what is another than what is stored. */
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
  // Another currency is of both amounts, also of the one that has the same number.
  if (patch.priceCurrency !== undefined) {
    if (said.originalPriceCents !== undefined) patch.originalPriceCents = said.originalPriceCents
    if (said.salePriceCents !== undefined) patch.salePriceCents = said.salePriceCents
  }
  return patch
}

/** Of what is stored in a column: texts, numbers, moments and lists of them. */
function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** An amount without its currency, of a deal that is not sold in dollars, could mean two things. */
export function isAmountUnclear(said: DealPatch, deal: ManagedDealRecord, home: string): boolean {
  const isPriced = said.originalPriceCents !== undefined || said.salePriceCents !== undefined
  return isPriced && said.priceCurrency === undefined && deal.priceCurrency !== home
}
