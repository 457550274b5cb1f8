import type { FeedField } from '#app/product-feeds/feed-columns.facts.ts'
import type { FeedRules, ProductFeedFormat } from '#app/product-feeds/product-feeds.facts.ts'

/** A feed file, and how to read it. */
export type FeedToRead = {
  path: string
  mapping: Partial<Record<FeedField, string>>
  currency: string
  rules: FeedRules
  now: number
  /** How many pieces are sent in one part. */
  atOnce: number
}

export type RefusedRow = { row: number; reason: string; words: string }
export type FeedColumn = { heading: string; field: FeedField | null; examples: string[] }

/** The progress so far. */
export type FeedProgress = {
  bytes: number
  rowsRead: number
  rowsKept: number
  rowsRefused: number
  /** Rows left out by the feed's rules. */
  rowsLeftOut: number
}

/** The messages of the reading thread. */
export type FeedPart =
  | ({ kind: 'pieces'; json: string } & FeedProgress)
  | { kind: 'columns'; columns: FeedColumn[]; format: ProductFeedFormat }
  | ({
      kind: 'end'
      format: ProductFeedFormat
      refused: RefusedRow[]
      columns: FeedColumn[]
    } & FeedProgress)
  | { kind: 'fault'; message: string; columns: FeedColumn[] }
