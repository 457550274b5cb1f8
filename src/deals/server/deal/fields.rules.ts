import { LONGEST_TERM } from '#app/deals/deals.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { keysOfSizes } from '#app/deals/vocabulary/size-keys.facts.ts'
import { readSizes } from '#app/deals/vocabulary/size-reading.facts.ts'
import type { DealTerms, TermField, UnreadWords } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { type BuyUrl, parseBuyUrl } from './buy-url.rules.ts'
import {
  type CellReading,
  readBasis,
  readCurrencyCell,
  readGtin,
  readOptionalName,
  readPrice,
  readSizeList,
  readStyleNumber,
  readText,
  readYesNo,
} from './cells.rules.ts'
import { readOptionalMoment } from './dates.rules.ts'
import { derivedTerms, readTerm } from './terms.rules.ts'

const NO_LINK: BuyUrl = { url: '', domain: '', key: '' }

/**
 * The fields of a deal that a person fills in, in a sheet or in the form: the key of the value, its name in
 * messages, its reader, and its value when empty.
 */
const FIELDS = {
  brandName: field('brandName', 'The brand', readOptionalName, ''),
  productName: field('productName', 'The product name', readOptionalName, ''),
  originalPrice: field('originalPriceCents', 'The original price', readPrice, null),
  basis: field('priceBasis', 'The basis of the price', readBasis, 'retailer'),
  /** The currency of both prices, which are stored in hundredths of it. */
  currency: field('priceCurrency', 'The currency', readCurrencyCell, HOME_CURRENCY),
  salePrice: field('salePriceCents', 'The sale price', readPrice, null),
  buyUrl: field('link', 'The link', readLink, NO_LINK),
  /** When empty, the retailer is derived from the link. */
  retailerName: field('retailerName', 'The retailer', readOptionalName, ''),
  department: field('department', 'The department', termReader('department'), null),
  category: field('category', 'The category', termReader('category'), null),
  colour: field('colour', 'The colour', termReader('colour'), null),
  gtin: field('gtin', 'The GTIN', readGtin, null),
  styleNumber: field('styleNumber', 'The style number', readStyleNumber, null),
  sizes: field('sizes', 'The list of sizes', readSizeList, []),
  startsAt: field('startsAt', 'The start', readOptionalMoment, null),
  endsAt: field('endsAt', 'The end', readOptionalMoment, null),
  isPreview: field('isPreview', 'The preview', readYesNo, false),
  isPublished: field('isPublished', 'The publishing', readYesNo, false),
}

export type DealField = keyof typeof FIELDS
const DEAL_FIELDS = Object.keys(FIELDS) as DealField[]

type ValueOf<Reading> = Reading extends { ok: true; value: infer Value } ? Value : never
/** The parsed values of all fields. */
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

/**
 * Parses the fields that are given. A field that cannot be read is reported, and keeps the part of its value
 * that could be read, if any.
 */
export function readDealValues(
  cellOf: (field: DealField) => CellReading<Cell> | undefined,
  onFault: (field: DealField, fault: { reason: string; unread?: string }, noun: string) => void,
): Partial<DealValues> {
  const values: Record<string, unknown> = {}
  for (const name of DEAL_FIELDS) {
    const { key, noun, read } = FIELDS[name]
    const cell = cellOf(name)
    if (!cell) continue
    const reading = cell.ok ? read(cell.value) : cell
    if (reading.ok) values[key] = reading.value
    else {
      if ('rest' in reading) values[key] = reading.rest
      onFault(name, reading, noun)
    }
  }
  return values as Partial<DealValues>
}

/** The values of an empty form. */
export function emptyDealValues(): DealValues {
  const values = DEAL_FIELDS.map((name) => [FIELDS[name].key, FIELDS[name].empty])
  return Object.fromEntries(values) as DealValues
}

type LinkColumns = { buyUrl: string; buyUrlKey: string; domain: string }

type Filed = DealTerms & {
  productName: string
  sizes: readonly string[]
  unreadTerms: UnreadWords
}
const UNFILED: Filed = {
  productName: '',
  sizes: [],
  unreadTerms: {},
  department: null,
  category: null,
  colour: null,
}

/**
 * Maps parsed values to columns, and adds those derived from them and from the stored deal `before`. `words`
 * are the sheet's own words for terms and sizes that were not understood. Brand and retailer are left out: they
 * have rows of their own.
 */
export function columnsOfValues<Values extends Partial<DealValues> & { words?: UnreadWords }>(
  values: Values,
  before: Filed = UNFILED,
): Omit<Values, 'link' | 'brandName' | 'retailerName' | 'words'> &
  (Values extends { link: BuyUrl } ? LinkColumns : Partial<LinkColumns>) &
  Partial<DerivedColumns> {
  const { link, brandName, retailerName, words, ...columns } = values
  const ofLink = link && { buyUrl: link.url, buyUrlKey: link.key, domain: link.domain }
  const isSaved = Object.keys(values).length > 0
  const derived =
    isSaved && derivedColumns({ ...before, ...values }, words ?? wordsLeft(values, before))
  return { ...columns, ...ofLink, ...derived } as ReturnType<typeof columnsOfValues<Values>>
}

/** Keeps the curator's note of an unread word until the field it belongs to is filled in. */
function wordsLeft({ sizes }: Partial<DealValues>, { unreadTerms }: Filed): UnreadWords {
  const { sizes: ofSizes, ...ofTerms } = unreadTerms
  return sizes === undefined && ofSizes !== undefined ? unreadTerms : ofTerms
}

type DerivedColumns = ReturnType<typeof derivedTerms> & { sizes: string[]; sizeKeys: string[] }

/** Derived columns. Size keys use only confirmed terms, since guesses rest on the name. */
function derivedColumns(deal: Filed, words: UnreadWords): DerivedColumns {
  const { guessedTerms, unreadTerms } = derivedTerms(deal, words)
  // Deals from before size keys existed get theirs with the next save.
  const { sizes, unread } = readSizes(deal.sizes.join(' | '))
  const note = [words.sizes, ...unread].filter(Boolean).join(', ')
  return {
    guessedTerms,
    unreadTerms: note === '' ? unreadTerms : { ...unreadTerms, sizes: note },
    sizes,
    sizeKeys: keysOfSizes(sizes, deal),
  }
}

function readLink(cell: Cell): CellReading<BuyUrl> {
  // Not `readText`: it would repair spaces and line breaks inside a link.
  if (typeof cell !== 'string') {
    return { ok: false, reason: cell === null ? 'is empty' : 'is not a web address' }
  }
  const parsed = parseBuyUrl(cell)
  return parsed.ok ? { ok: true, value: parsed } : parsed
}

function termReader(field: TermField) {
  return (cell: Cell): CellReading<string | null> => {
    const text = readText(cell, LONGEST_TERM)
    if (!text.ok) return text
    const value = text.value === '' ? null : readTerm(field, text.value)
    if (value !== undefined) return { ok: true, value }
    return { ok: false, reason: 'is not one that we have', unread: text.value }
  }
}
