import { FORM_FIELDS, type FormFieldName } from '#app/deals/editing/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import {
  type PriceFault,
  type PriceReading,
  parsePrice,
} from '#app/deals/prices/price-reading.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { readSizes } from '#app/deals/vocabulary/size-reading.facts.ts'
import { businessClock } from '#app/shared/dates.ts'
import { percentOff } from '#app/shared/money.ts'

/** The form's fields as typed. Pictures are kept apart. */
export type FormDraft = {
  [Field in FormFieldName]: (typeof FORM_FIELDS)[Field]['kind'] extends 'switch' ? boolean : string
}

/** The fields in the order of the form. */
export const DRAFT_FIELDS = Object.keys(FORM_FIELDS) as FormFieldName[]

function draftFrom(valueIn: (field: FormFieldName) => string | boolean): FormDraft {
  return Object.fromEntries(DRAFT_FIELDS.map((field) => [field, valueIn(field)])) as FormDraft
}

export const EMPTY_DRAFT = draftFrom((field) => {
  if (FORM_FIELDS[field].kind === 'switch') return false
  if (FORM_FIELDS[field].kind === 'place') return '0'
  if (field === 'currency') return HOME_CURRENCY
  return field === 'basis' ? 'retailer' : ''
})

export function formDraftOf(deal: ManagedDeal): FormDraft {
  return draftFrom((field) => {
    // An observation is always made anew, so the fields start empty.
    if (field === 'priceAddress' || field === 'priceSeenOn') return ''
    if (field === 'retailerName') return deal.retailer
    // A scheduled deal is due to go out: the switch shows the person's decision.
    if (field === 'isPublished') return deal.state !== 'draft'
    if (field === 'carouselAssignment') return String(deal.carouselAssignment)
    const value = valueInShop(deal, field)
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'string' && FORM_FIELDS[field].kind === 'moment') return clockOf(value)
    return typeof value === 'number' ? value.toFixed(2) : (value ?? '')
  })
}

/** The form shows prices in the currency of the shop. */
function valueInShop(
  deal: ManagedDeal,
  field: Exclude<FormFieldName, 'priceAddress' | 'priceSeenOn' | 'retailerName'>,
) {
  if (deal.currency === HOME_CURRENCY) return deal[field]
  if (field === 'originalPrice') return deal.foreignWas
  return field === 'salePrice' ? deal.foreignNow : deal[field]
}

/** Formats a moment for a datetime-local field, in Toronto time. */
function clockOf(moment: string): string {
  return businessClock(new Date(moment)).slice(0, 16).replace(' ', 'T')
}

export function isEmptyDraft(draft: FormDraft): boolean {
  return DRAFT_FIELDS.every((field) => draft[field] === EMPTY_DRAFT[field])
}

/** Clears the fields that were sent; keeps what has been typed since. */
export function withoutSent(draft: FormDraft, sent: FormDraft): FormDraft {
  const changed = DRAFT_FIELDS.filter((field) => draft[field] !== sent[field])
  return { ...EMPTY_DRAFT, ...Object.fromEntries(changed.map((field) => [field, draft[field]])) }
}

/** Whether both values of a field mean the same: `1,299` and `1299.00` are one price. */
export function isSame(field: FormFieldName, a: FormDraft, b: FormDraft): boolean {
  if (FORM_FIELDS[field].kind === 'price') {
    const [one, other] = [readTypedPrice(plain(a[field])), readTypedPrice(plain(b[field]))]
    if ('cents' in one && 'cents' in other) return one.cents === other.cents
  }
  return plain(a[field]) === plain(b[field])
}

function plain(value: string | boolean): string {
  return String(value).trim()
}

/** Reads cents from typed text; null for an empty field. The server decides in the end. */
export function readTypedPrice(text: string): PriceReading {
  // A lone dollar sign is the beginning of a price, not an error.
  return text.trim() === '$' ? { cents: null } : parsePrice(text)
}

/** Normalizes a price on blur; leaves anything else as typed. */
export function tidyPrice(text: string): string {
  const price = readTypedPrice(text)
  if (!('cents' in price)) return text
  return price.cents === null ? '' : (price.cents / 100).toFixed(2)
}

/** Returns the amount of a price field in dollars; null if it is empty or not a price. */
export function dollarsOf(text: string): number | null {
  const price = readTypedPrice(text)
  return 'cents' in price && price.cents !== null ? price.cents / 100 : null
}

/**
 * Returns the discount in percent with one decimal, as the catalogue counts it; null while a price is unknown
 * or if the sale price is the higher one.
 */
export function discountOf(draft: FormDraft): number | null {
  if (draft.basis === 'unknown') return null
  const [original, sale] = [readTypedPrice(draft.originalPrice), readTypedPrice(draft.salePrice)]
  if (!('cents' in original) || !('cents' in sale)) return null
  if (original.cents === null || sale.cents === null || original.cents === 0) return null
  if (sale.cents > original.cents) return null
  return Math.round(((original.cents - sale.cents) * 1000) / original.cents) / 10
}

/** Describes the discount for the form. */
export function discountInWords(draft: FormDraft): string {
  if (draft.basis === 'unknown') return 'Nothing is claimed'
  const discount = discountOf(draft)
  if (discount !== null) return percentOff(discount)
  const [was, now] = [dollarsOf(draft.originalPrice), dollarsOf(draft.salePrice)]
  return was !== null && now !== null && now > was ? 'None' : 'Price not available'
}

/** Normalizes sizes on blur; leaves the text as typed if a part is not understood. */
export function tidySizes(text: string): string {
  const { sizes, unread } = readSizes(text)
  return unread.length === 0 ? sizes.join(', ') : text
}

export type DraftFault = PriceFault | 'above-original' | 'no-link' | 'no-brand' | 'no-name'
export type DraftFaults = Partial<Record<FormFieldName, DraftFault>>

/** Validates the prices while they are being typed. */
export function checkPrices(draft: FormDraft): DraftFaults {
  const [original, sale] = [readTypedPrice(draft.originalPrice), readTypedPrice(draft.salePrice)]
  const faults: DraftFaults = {}
  if ('fault' in original) faults.originalPrice = original.fault
  if ('fault' in sale) faults.salePrice = sale.fault
  else if ('cents' in original && original.cents !== null && (sale.cents ?? 0) > original.cents) {
    faults.salePrice = 'above-original'
  }
  return faults
}

/** Validates a draft before it is saved or published. */
export function checkDraft(
  draft: FormDraft,
  { isPublished }: { isPublished: boolean },
): DraftFaults {
  const faults: DraftFaults = {}
  if (draft.buyUrl.trim() === '') faults.buyUrl = 'no-link'
  if (isPublished && draft.brandName.trim() === '') faults.brandName = 'no-brand'
  if (isPublished && draft.productName.trim() === '') faults.productName = 'no-name'
  return { ...faults, ...checkPrices(draft) }
}

/** Returns the form data; for an existing deal only the fields that differ. */
export function draftParts(draft: FormDraft, before?: FormDraft): [string, string][] {
  const fields = before
    ? DRAFT_FIELDS.filter((field) => !isSame(field, draft, before))
    : DRAFT_FIELDS
  return fields.map((field) => [field, plain(draft[field])])
}
