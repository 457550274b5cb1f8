/** When an edition goes out unless somebody says otherwise, on the clock in Toronto. */
export const EDITION_TIME = '07:00'
/** More than any morning has; what is asked for at once has no more. */
export const MOST_IN_EDITION = 500
/** Beside the board. */
export const DRAFTS_ON_A_PAGE = 40
/** How far ahead a day may be planned. */
export const MOST_DAYS_AHEAD = 366
/** Between two deals in their order: so many can be put between them, one after the other, as it halves. */
export const POSITION_GAP = 65_536

/** What a deal may lack for its edition, the worst first. */
export const EDITION_GAPS = [
  'name',
  'rate',
  'picture',
  'category',
  'basis',
  'alternative-text',
  'check',
] as const
export type EditionGap = (typeof EDITION_GAPS)[number]
