import type { FeedField } from '#app/product-feeds/feed-columns.facts.ts'
import type { FeedRules, ProductFeedFormat } from '#app/product-feeds/product-feeds.facts.ts'

/** What is to be read, and how. */
export type FeedToRead = {
  path: string
  mapping: Partial<Record<FeedField, string>>
  currency: string
  rules: FeedRules
  now: number
  /** How many pieces are told together. */
  atOnce: number
}

export type RefusedRow = { row: number; reason: string; words: string }
export type FeedColumn = { heading: string; field: FeedField | null; examples: string[] }

/** How far it has come. */
export type FeedProgress = {
  bytes: number
  rowsRead: number
  rowsKept: number
  rowsRefused: number
  /** By its rules. */
  rowsLeftOut: number
}

/** What the thread that reads a feed tells, part by part. */
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
