import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'
import { BASIS_WORDS, type PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { isTermField, termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { formatCents } from '#app/shared/money.ts'

/** Decides how the values of a field are edited, compared and worded. */
type FieldKind =
  | 'text'
  | 'price'
  | 'basis'
  | 'currency'
  | 'sighting'
  | 'term'
  | 'list'
  | 'moment'
  | 'switch'
  | 'place'

/** The fields of a deal's form except pictures, in form order. */
export const FORM_FIELDS = {
  buyUrl: { label: 'Buy URL', kind: 'text' },
  /** When empty, the retailer is derived from the link. */
  retailerName: { label: 'Retailer', kind: 'text' },
  brandName: { label: 'Brand name', kind: 'text' },
  productName: { label: 'Product name', kind: 'text' },
  originalPrice: { label: 'Original price', kind: 'price' },
  salePrice: { label: 'Sale price', kind: 'price' },
  currency: { label: 'Currency', kind: 'currency' },
  basis: { label: 'Basis', kind: 'basis' },
  /** What the person filling in the form has seen: entered anew each time, never taken from storage. */
  priceAddress: { label: 'Price seen at', kind: 'sighting' },
  priceSeenOn: { label: 'Price seen on', kind: 'sighting' },
  department: { label: 'Department', kind: 'term' },
  category: { label: 'Category', kind: 'term' },
  colour: { label: 'Colour', kind: 'term' },
  sizes: { label: 'Sizes', kind: 'list' },
  gtin: { label: 'GTIN', kind: 'text' },
  styleNumber: { label: 'Style number', kind: 'text' },
  startsAt: { label: 'Starts', kind: 'moment' },
  endsAt: { label: 'Ends', kind: 'moment' },
  publishedAt: { label: 'Published at', kind: 'moment' },
  isPublished: { label: 'Published', kind: 'switch' },
  isPreview: { label: 'Free preview', kind: 'switch' },
  showInSplash: { label: 'Splash', kind: 'switch' },
  carouselAssignment: { label: 'Carousel', kind: 'place' },
} as const satisfies Record<string, { label: string; kind: FieldKind }>

export type FormFieldName = keyof typeof FORM_FIELDS

/** The form value of a field in words; empty when there is none. */
export function fieldWords(field: FormFieldName, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (FORM_FIELDS[field].kind === 'moment') return momentWords(value)
  if (FORM_FIELDS[field].kind === 'place') return value === '0' ? 'None' : value
  if (field === 'basis') return BASIS_WORDS[value as PriceBasis] ?? value
  const price = FORM_FIELDS[field].kind === 'price' ? parsePrice(value) : undefined
  if (price && 'cents' in price && price.cents !== null) return formatCents(price.cents)
  return isTermField(field) ? termLabel(field, value) : value.trim()
}

/** `2026-11-24 09:00 in Toronto`, from the form's `2026-11-24T09:00`. */
function momentWords(clock: string): string {
  return clock.trim() === '' ? '' : `${clock.replace('T', ' ')} in Toronto`
}
