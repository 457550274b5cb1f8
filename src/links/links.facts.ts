import { DAY_MS } from '#app/shared/dates.ts'

/** Of one paste. */
export const MOST_LINKS = 100
export const LONGEST_PASTE = 250_000
/** Open ones, of all pastes together. */
export const MOST_OPEN_LINKS = 500
export const MOST_PICTURES_OFFERED = 8
/** A piece that was entered so lately is held to be the same by its words. */
export const SAME_LATELY_DAYS = 30
/** What nobody has made a deal of is forgotten after so long; what was made is shown for a day. */
export const LINKS_KEPT_MS = 30 * DAY_MS
export const MADE_SHOWN_MS = DAY_MS

/** The fields of a draft, as the form has them. */
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

/** Where a field of a draft came from. */
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

/** What a person should know of a page that was read. */
export const LINK_NOTES = ['sold-out', 'several-prices', 'no-price', 'no-currency'] as const
export type LinkNote = (typeof LINK_NOTES)[number]

/** A picture that a page offers; the id once it is stored here, false where it could not be had. */
export type OfferedPicture = { address: string; id: string | null | false }

/** Why a link is held to be a deal that is there. */
export const SAME_BY = ['link', 'gtin', 'words'] as const
export type SameBy = (typeof SAME_BY)[number]
