/** Default time of an edition, in Toronto. */
export const EDITION_TIME = '07:00'
/** Far above any real edition; also the limit of deals per request. */
export const MOST_IN_EDITION = 500
/** Drafts per page beside the edition board. */
export const DRAFTS_ON_A_PAGE = 40
/** How far ahead a day may be planned. */
export const MOST_DAYS_AHEAD = 366
/** Initial distance between neighbouring deals: each insertion halves it, so about 16 fit in one spot. */
export const POSITION_GAP = 65_536

/** What a deal may lack for its edition, worst first. */
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
