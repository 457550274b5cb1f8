import { FORM_FIELDS, type FormFieldName } from '#app/deals/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { type PriceFault, parsePrice } from '#app/shared/money.ts'

/** The form's fields as typed. Pictures are kept apart. */
export type FormDraft = {
  [Field in FormFieldName]: (typeof FORM_FIELDS)[Field]['kind'] extends 'switch' ? boolean : string
}

/** In the order of the form. */
export const DRAFT_FIELDS = Object.keys(FORM_FIELDS) as FormFieldName[]

function draftFrom(valueIn: (field: FormFieldName) => string | boolean): FormDraft {
  return Object.fromEntries(DRAFT_FIELDS.map((field) => [field, valueIn(field)])) as FormDraft
}

export const EMPTY_DRAFT = draftFrom((field) => (FORM_FIELDS[field].kind === 'switch' ? false : ''))

export function formDraftOf(deal: ManagedDeal): FormDraft {
  return draftFrom((field) => {
    const value = deal[field]
    return typeof value === 'number' ? value.toFixed(2) : (value ?? '')
  })
}

export function isEmptyDraft(draft: FormDraft): boolean {
  return DRAFT_FIELDS.every((field) => draft[field] === EMPTY_DRAFT[field])
}

/** Clears the fields that were sent; what has been typed since then stays. */
export function withoutSent(draft: FormDraft, sent: FormDraft): FormDraft {
  const changed = DRAFT_FIELDS.filter((field) => draft[field] !== sent[field])
  return { ...EMPTY_DRAFT, ...Object.fromEntries(changed.map((field) => [field, draft[field]])) }
}

/** Whether both say the same of a field: `1,299` and `1299.00` are one price. */
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

const PRICE_FAULTS: Record<PriceFault, string> = {
  'no-price': 'Write the price like 1290.00.',
  'other-currency': 'Write the price like 1290.00.',
  'two-readings': 'Write the price like 1290.00.',
  'too-precise': 'Write the price like 1290.00.',
  'below-zero': 'A price cannot be below 0.',
  'too-high': 'A price ends at 1,000,000.00.',
}

/** US cents from what people write; null while nothing is there. The server decides in the end. */
export function readTypedPrice(text: string): { cents: number | null } | { reason: string } {
  // The sign alone is the beginning of a price.
  if (text.trim() === '$') return { cents: null }
  const price = parsePrice(text)
  return 'fault' in price ? { reason: PRICE_FAULTS[price.fault] } : price
}

/** A price normalized on blur; what is none stays as typed. */
export function tidyPrice(text: string): string {
  const price = readTypedPrice(text)
  if (!('cents' in price)) return text
  return price.cents === null ? '' : (price.cents / 100).toFixed(2)
}

/** US dollars of a field; null while it is empty or no price. */
export function dollarsOf(text: string): number | null {
  const price = readTypedPrice(text)
  return 'cents' in price && price.cents !== null ? price.cents / 100 : null
}

/** Percent off with one decimal, as the catalogue counts it; null while a price is unknown. */
export function discountOf(draft: FormDraft): number | null {
  const [original, sale] = [readTypedPrice(draft.originalPrice), readTypedPrice(draft.salePrice)]
  if (!('cents' in original) || !('cents' in sale)) return null
  if (original.cents === null || sale.cents === null || original.cents === 0) return null
  return Math.round(((original.cents - sale.cents) * 1000) / original.cents) / 10
}

export type FieldErrors = Record<string, string>

/** Validates the prices while they are typed: errors by field. */
export function checkPrices(draft: FormDraft): FieldErrors {
  const [original, sale] = [readTypedPrice(draft.originalPrice), readTypedPrice(draft.salePrice)]
  const errors: FieldErrors = {}
  if ('reason' in original) errors.originalPrice = original.reason
  if ('reason' in sale) errors.salePrice = sale.reason
  else if ('cents' in original && original.cents !== null && (sale.cents ?? 0) > original.cents) {
    errors.salePrice = 'The sale price is above the original price.'
  }
  return errors
}

/** Validates a draft before it is saved, or published: errors by field. */
export function checkDraft(draft: FormDraft, { isPublished }: { isPublished: boolean }) {
  const errors: FieldErrors = {}
  if (draft.buyUrl.trim() === '') errors.buyUrl = 'Buy URL is required'
  if (isPublished && draft.brandName.trim() === '') {
    errors.brandName = 'A brand is needed before it can be published.'
  }
  if (isPublished && draft.productName.trim() === '') {
    errors.productName = 'A product name is needed before it can be published.'
  }
  return { ...errors, ...checkPrices(draft) }
}

/** The form data; of a deal that exists only the fields that differ. */
export function draftParts(draft: FormDraft, before?: FormDraft): [string, string][] {
  const fields = before
    ? DRAFT_FIELDS.filter((field) => !isSame(field, draft, before))
    : DRAFT_FIELDS
  return fields.map((field) => [field, plain(draft[field])])
}
