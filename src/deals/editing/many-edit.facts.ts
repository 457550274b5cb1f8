import type { TermField } from '#app/deals/vocabulary/vocabulary.facts.ts'

/** Sets a price, or changes it by a percentage: -20 makes 100.00 into 80.00. */
export type PriceEdit = { set: string } | { percent: number }
/** Replaces all sizes, as the retailer writes them, or adds or removes some. */
export type SizesEdit = { set: string } | { add: string } | { remove: string }

/** Changes for many deals; a missing field stays as it is. Texts are as in the form, empty to clear. */
export type ManyEdit = { [Field in TermField]?: string | undefined } & {
  sizes?: SizesEdit | undefined
  originalPrice?: PriceEdit | undefined
  salePrice?: PriceEdit | undefined
  startsAt?: string | undefined
  endsAt?: string | undefined
  isPreview?: boolean | undefined
  carouselAssignment?: number | undefined
}

/** Limits of a change by percentage: -100 would leave nothing, and more than tenfold is a typing error. */
export const PERCENT_FROM = -99
export const PERCENT_TO = 900
