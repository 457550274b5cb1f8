/** How the list of the back office is sorted, besides by the day on which deals were entered. */
export const LIST_SORTS = ['published', 'brand', 'price-low', 'price-high', 'off', 'ends'] as const
export type ListSort = (typeof LIST_SORTS)[number]

/** What pictures lack: there is none, one does not load, or nobody has said what the card's shows. */
export const PICTURE_LACKS = ['none', 'lost', 'untold'] as const
export type PictureLack = (typeof PICTURE_LACKS)[number]
