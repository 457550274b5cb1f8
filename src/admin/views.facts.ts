/** Columns of the list of deals that may be left out. */
export const LIST_COLUMNS = [
  'shop',
  'price',
  'clicks',
  'published',
  'splash',
  'preview',
  'carousel',
] as const
export type ListColumn = (typeof LIST_COLUMNS)[number]

export const LONGEST_VIEW_NAME = 60
export const LONGEST_VIEW_ADDRESS = 2000
/** Of one administrator: more are not found any more. */
export const MOST_VIEWS = 50
