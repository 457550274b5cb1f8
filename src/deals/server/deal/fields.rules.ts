import { LONGEST_TERM } from '#app/deals/deals.facts.ts'
import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { type BuyUrl, parseBuyUrl } from './buy-url.rules.ts'
import {
  type CellReading,
  readOptionalName,
  readPrice,
  readSizes,
  readText,
  readYesNo,
} from './cells.rules.ts'

const NO_LINK: BuyUrl = { url: '', domain: '', key: '' }

/**
 * The fields of a deal that a person fills in, in a sheet or in the form: the name of the value, what
 * a form's message calls it, how it is read, and what it is while nothing is written.
 */
const FIELDS = {
  brandName: field('brandName', 'The brand', readOptionalName, ''),
  productName: field('productName', 'The product name', readOptionalName, ''),
  originalPrice: field('originalPriceCents', 'The original price', readPrice, null),
  salePrice: field('salePriceCents', 'The sale price', readPrice, null),
  buyUrl: field('link', 'The link', readLink, NO_LINK),
  /** Empty leaves it to the link. */
  retailerName: field('retailerName', 'The retailer', readOptionalName, ''),
  category: field('category', 'The category', readCategory, null),
  sizes: field('sizes', 'The list of sizes', readSizes, []),
  isPreview: field('isPreview', 'The preview', readYesNo, false),
  isPublished: field('isPublished', 'The publishing', readYesNo, false),
}

export type DealField = keyof typeof FIELDS
export const DEAL_FIELDS = Object.keys(FIELDS) as DealField[]

type ValueOf<Reading> = Reading extends { ok: true; value: infer Value } ? Value : never
/** What those fields say. */
export type DealValues = {
  [Field in DealField as (typeof FIELDS)[Field]['key']]: ValueOf<
    ReturnType<(typeof FIELDS)[Field]['read']>
  >
}

function field<Key extends string, Value>(
  key: Key,
  noun: string,
  read: (cell: Cell) => CellReading<Value>,
  empty: Value,
) {
  return { key, noun, read, empty }
}

/** The fields that are there, by the names of their values; those that cannot be read are left out. */
export function readDealValues(
  cellOf: (field: DealField) => CellReading<Cell> | undefined,
  onFault: (field: DealField, fault: { reason: string }, noun: string) => void,
): Partial<DealValues> {
  const values: Record<string, unknown> = {}
  for (const name of DEAL_FIELDS) {
    const { key, noun, read } = FIELDS[name]
    const cell = cellOf(name)
    if (!cell) continue
    const reading = cell.ok ? read(cell.value) : cell
    if (reading.ok) values[key] = reading.value
    else onFault(name, reading, noun)
  }
  return values as Partial<DealValues>
}

/** What a deal says of which nothing is written. */
export function emptyDealValues(): DealValues {
  const values = DEAL_FIELDS.map((name) => [FIELDS[name].key, FIELDS[name].empty])
  return Object.fromEntries(values) as DealValues
}

type LinkColumns = { buyUrl: string; buyUrlKey: string; domain: string }

/**
 * The columns of what was read. Who makes and who sells the deal are not among them: those have rows
 * of their own.
 */
export function columnsOfValues<Values extends Partial<DealValues>>(
  values: Values,
): Omit<Values, 'link' | 'brandName' | 'retailerName'> &
  (Values extends { link: BuyUrl } ? LinkColumns : Partial<LinkColumns>) {
  const { link, brandName, retailerName, ...columns } = values
  const ofLink = link && { buyUrl: link.url, buyUrlKey: link.key, domain: link.domain }
  return { ...columns, ...ofLink } as ReturnType<typeof columnsOfValues<Values>>
}

function readLink(cell: Cell): CellReading<BuyUrl> {
  // Not `readText`: that would repair spaces and line breaks inside a link.
  if (typeof cell !== 'string') {
    return { ok: false, reason: cell === null ? 'is empty' : 'is not a web address' }
  }
  const parsed = parseBuyUrl(cell)
  return parsed.ok ? { ok: true, value: parsed } : parsed
}

function readCategory(cell: Cell): CellReading<string | null> {
  const text = readText(cell, LONGEST_TERM)
  return text.ok ? { ok: true, value: text.value || null } : text
}
