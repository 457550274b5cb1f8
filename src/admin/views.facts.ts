/** Columns of the deal list that can be hidden. */
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
/** Most views of one administrator: among more, none would be found again. */
export const MOST_VIEWS = 50
