import type { ManyEdit, PriceEdit } from '#app/deals/editing/many-edit.facts.ts'
import { TERM_FIELDS, type TermField } from '#app/deals/vocabulary/vocabulary.facts.ts'

/** The field stays as it is. */
export const AS_IT_IS = 'as-it-is'

/** The form of an edit of many deals: how each field changes, and to what. */
export type Wanted = Record<TermField, string> & {
  sizes: { how: typeof AS_IT_IS | 'set' | 'add' | 'remove'; text: string }
  originalPrice: WantedPrice
  salePrice: WantedPrice
  startsAt: WantedTime
  endsAt: WantedTime
  isPreview: typeof AS_IT_IS | 'yes' | 'no'
  carouselAssignment: string
}
type WantedPrice = { how: typeof AS_IT_IS | 'set' | 'percent'; text: string }
type WantedTime = { how: typeof AS_IT_IS | 'set' | 'none'; text: string }

export const NOTHING_WANTED: Wanted = {
  department: AS_IT_IS,
  category: AS_IT_IS,
  colour: AS_IT_IS,
  sizes: { how: AS_IT_IS, text: '' },
  originalPrice: { how: AS_IT_IS, text: '' },
  salePrice: { how: AS_IT_IS, text: '' },
  startsAt: { how: AS_IT_IS, text: '' },
  endsAt: { how: AS_IT_IS, text: '' },
  isPreview: AS_IT_IS,
  carouselAssignment: AS_IT_IS,
}

/** Returns the edit, or which field is incomplete. */
export function editOf(
  wanted: Wanted,
): { edit: ManyEdit } | { field: keyof Wanted; fault: string } {
  const edit: ManyEdit = {}
  for (const field of TERM_FIELDS) if (wanted[field] !== AS_IT_IS) edit[field] = wanted[field]
  const { sizes, isPreview, carouselAssignment } = wanted
  if (sizes.how === 'set') edit.sizes = { set: sizes.text }
  if (sizes.how === 'add' || sizes.how === 'remove') {
    if (sizes.text.trim() === '') return { field: 'sizes', fault: 'Write which sizes.' }
    edit.sizes = sizes.how === 'add' ? { add: sizes.text } : { remove: sizes.text }
  }
  for (const field of ['originalPrice', 'salePrice'] as const) {
    const price = priceOf(wanted[field])
    if (typeof price === 'string') return { field, fault: price }
    if (price) edit[field] = price
  }
  for (const field of ['startsAt', 'endsAt'] as const) {
    const { how, text } = wanted[field]
    if (how === 'none') edit[field] = ''
    if (how !== 'set') continue
    if (text.trim() === '') return { field, fault: 'Choose a day and a time.' }
    edit[field] = text
  }
  if (isPreview !== AS_IT_IS) edit.isPreview = isPreview === 'yes'
  if (carouselAssignment !== AS_IT_IS) edit.carouselAssignment = Number(carouselAssignment)
  return Object.keys(edit).length > 0
    ? { edit }
    : { field: 'department', fault: 'Choose what is to change.' }
}

/** Undefined if the price stays; a string is an error. */
function priceOf({ how, text }: WantedPrice): PriceEdit | string | undefined {
  if (how === AS_IT_IS) return
  if (how === 'set') return { set: text }
  const percent = Number(text.trim().replace(/%$/, '').replace(',', '.').replace('−', '-'))
  if (text.trim() === '' || !Number.isFinite(percent)) return 'Write percent, such as -10.'
  return { percent }
}
