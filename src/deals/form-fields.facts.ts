import { formatCents, parsePrice } from '#app/shared/money.ts'
import { isTermField, termLabel } from './vocabulary.facts.ts'

/** How the values of a field are edited, compared and told. */
export type FieldKind = 'text' | 'price' | 'term' | 'list' | 'moment' | 'switch'

/** The fields that the form of a deal has, pictures apart, in the order in which they stand there. */
export const FORM_FIELDS = {
  buyUrl: { label: 'Buy URL', kind: 'text' },
  brandName: { label: 'Brand name', kind: 'text' },
  productName: { label: 'Product name', kind: 'text' },
  originalPrice: { label: 'Original price', kind: 'price' },
  salePrice: { label: 'Sale price', kind: 'price' },
  department: { label: 'Department', kind: 'term' },
  category: { label: 'Category', kind: 'term' },
  colour: { label: 'Colour', kind: 'term' },
  sizes: { label: 'Sizes', kind: 'list' },
  gtin: { label: 'GTIN', kind: 'text' },
  styleNumber: { label: 'Style number', kind: 'text' },
  startsAt: { label: 'Starts', kind: 'moment' },
  endsAt: { label: 'Ends', kind: 'moment' },
  isPreview: { label: 'Free preview', kind: 'switch' },
} as const satisfies Record<string, { label: string; kind: FieldKind }>

export type FormFieldName = keyof typeof FORM_FIELDS

/** The value of a field as a form holds it, in words; empty where nothing is there. */
export function fieldWords(field: FormFieldName, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (FORM_FIELDS[field].kind === 'moment') return momentWords(value)
  const price = FORM_FIELDS[field].kind === 'price' ? parsePrice(value) : undefined
  if (price && 'cents' in price && price.cents !== null) return formatCents(price.cents)
  return isTermField(field) ? termLabel(field, value) : value.trim()
}

/** `2026-11-24 09:00 in Toronto`, from the clock of a form. */
function momentWords(clock: string): string {
  return clock.trim() === '' ? '' : `${clock.replace('T', ' ')} in Toronto`
}
