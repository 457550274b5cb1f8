import type { GeneratedAlways } from 'kysely'
import type { Json, WithDefault } from './columns.ts'

export type ProductFeedsTables = {
  feedSources: FeedSourcesTable
  feedRuns: FeedRunsTable
  feedCandidates: FeedCandidatesTable
  feedCounts: FeedCountsTable
  feedPicks: FeedPicksTable
  feedDismissals: FeedDismissalsTable
}

type FeedSourcesTable = {
  id: string
  name: string
  address: string | null
  mapping: Json
  rules: Json
  currency: WithDefault<string>
  etag: WithDefault<string | null>
  lastModified: WithDefault<string | null>
  currentRunId: WithDefault<number | null>
  nextFetchAt: WithDefault<Date | null>
  version: WithDefault<number>
  createdAt: Date
  createdBy: string | null
}

type FeedRunsTable = {
  id: GeneratedAlways<number>
  sourceId: string
  state: 'waiting' | 'fetching' | 'reading' | 'done' | 'same' | 'failed'
  askedBy: string | null
  fileName: WithDefault<string | null>
  startedAt: Date
  heardAt: Date
  endedAt: WithDefault<Date | null>
  bytes: WithDefault<number>
  bytesTotal: WithDefault<number | null>
  format: WithDefault<string | null>
  rowsRead: WithDefault<number>
  rowsKept: WithDefault<number>
  rowsRefused: WithDefault<number>
  /** Rows excluded by the rules of the feed. */
  rowsLeftOut: WithDefault<number>
  pieces: WithDefault<number>
  added: WithDefault<number>
  changed: WithDefault<number>
  cheaper: WithDefault<number>
  gone: WithDefault<number>
  refused: WithDefault<Json>
  columns: WithDefault<Json>
  problem: WithDefault<string | null>
}

type FeedCandidatesTable = {
  id: GeneratedAlways<number>
  runId: number
  sourceId: string
  itemKey: string
  rowNumber: number
  brandName: string
  brandKey: string
  productName: string
  buyUrl: string
  buyUrlKey: string
  domain: string
  pictureUrls: WithDefault<string[]>
  department: string | null
  category: string | null
  colour: string | null
  kindWords: WithDefault<string>
  gtin: string | null
  styleNumber: string | null
  sizes: WithDefault<string[]>
  sizeKeys: WithDefault<string[]>
  currency: string
  nowHundredths: number
  wasHundredths: number | null
  wasBasis: 'retailer' | 'rrp' | null
  offPerMille: number | null
  isInStock: boolean
  since: WithDefault<Date>
  earlierHundredths: WithDefault<number | null>
  /** A `tsvector`; written and read by raw SQL. */
  words: string
}

type FeedCountsTable = {
  sourceId: string
  runId: number
  brandKey: string
  brandName: string
  department: string | null
  category: string | null
  offPerMille: number
  isInStock: boolean
  pieces: number
}

type FeedPicksTable = {
  dealId: string
  sourceId: string | null
  sourceName: string
  itemKey: string
  pictureUrls: WithDefault<string[]>
  picturesAt: WithDefault<Date | null>
  pickedAt: Date
  pickedBy: string | null
}

type FeedDismissalsTable = {
  sourceId: string
  itemKey: string
  candidateId: number
  dismissedAt: Date
  dismissedBy: string
  missingSince: WithDefault<Date | null>
}
