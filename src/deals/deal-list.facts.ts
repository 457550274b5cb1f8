/** Sort orders of the back office's list; without one it is sorted by the day deals were entered. */
export const LIST_SORTS = ['published', 'brand', 'price-low', 'price-high', 'off', 'ends'] as const
export type ListSort = (typeof LIST_SORTS)[number]

/** Picture filters: no picture, one that does not load, or a card picture without alternative text. */
export const PICTURE_LACKS = ['none', 'lost', 'untold'] as const
export type PictureLack = (typeof PICTURE_LACKS)[number]
