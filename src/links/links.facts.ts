import { DAY_MS } from '#app/shared/dates.ts'

/** Most links of one paste, and its most characters. */
export const MOST_LINKS = 100
export const LONGEST_PASTE = 250_000
/** Most open links, of all pastes together. */
export const MOST_OPEN_LINKS = 500
export const MOST_PICTURES_OFFERED = 8
/** Only deals created within so many days match by their words alone. */
export const SAME_LATELY_DAYS = 30
/** Links are deleted so long after their last change; those that became deals are shown for a day. */
export const LINKS_KEPT_MS = 30 * DAY_MS
export const MADE_SHOWN_MS = DAY_MS

/** The fields of a draft, named as in the deal form. */
export const LINK_FIELDS = [
  'brandName',
  'productName',
  'salePrice',
  'originalPrice',
  'currency',
  'basis',
  'category',
  'department',
  'colour',
  'sizes',
  'gtin',
  'styleNumber',
] as const
export type DraftField = (typeof LINK_FIELDS)[number]
export type LinkDraft = Partial<Record<DraftField, string>>

/** Where the value of a draft's field came from. */
export const LINK_SOURCES = ['json-ld', 'microdata', 'tags', 'title', 'guess', 'typed'] as const
export type LinkSource = (typeof LINK_SOURCES)[number]
export type LinkSources = Partial<Record<DraftField, LinkSource>>

/** Why a page could not be read. */
export const LINK_ANSWERS = [
  'no-link',
  'refused',
  'never',
  'gone',
  'list',
  'no-answer',
  'no-piece',
  'unreadable',
] as const
export type LinkAnswer = (typeof LINK_ANSWERS)[number]

/** What a curator should know about a page that was read. */
export const LINK_NOTES = ['sold-out', 'several-prices', 'no-price', 'no-currency'] as const
export type LinkNote = (typeof LINK_NOTES)[number]

/** A picture that a page offers. `id`: null until it is stored here, false if it could not be fetched. */
export type OfferedPicture = { address: string; id: string | null | false }

/** Why a link counts as the same as an existing deal. */
export const SAME_BY = ['link', 'gtin', 'words'] as const
export type SameBy = (typeof SAME_BY)[number]
