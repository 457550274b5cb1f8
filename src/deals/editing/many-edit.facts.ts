import type { TermField } from '#app/deals/vocabulary/vocabulary.facts.ts'

/** A price that is set, or moved by so many percent: -20 makes 100.00 into 80.00. */
export type PriceEdit = { set: string } | { percent: number }
/** All sizes, as a retailer says them; or some that come or go. */
export type SizesEdit = { set: string } | { add: string } | { remove: string }

/** What is to change of many deals; what is not there stays. Texts are written as in the form, empty for nothing. */
export type ManyEdit = { [Field in TermField]?: string | undefined } & {
  sizes?: SizesEdit | undefined
  originalPrice?: PriceEdit | undefined
  salePrice?: PriceEdit | undefined
  startsAt?: string | undefined
  endsAt?: string | undefined
  isPreview?: boolean | undefined
  carouselAssignment?: number | undefined
}

/** Of a price: nothing is left of it, and more than ten times as much is a slip of the key. */
export const PERCENT_FROM = -99
export const PERCENT_TO = 900
