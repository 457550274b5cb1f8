import type { WithDefault } from './columns.ts'

export type SavedTables = {
  savedDeals: SavedDealsTable
  savedFeeds: SavedFeedsTable
}

type SavedFeedsTable = { userId: string; tokenHash: string; createdAt: Date }

type SavedDealsTable = {
  userId: string
  dealId: string
  savedAt: Date
  /** When it was saved; null where the price was not known. */
  salePriceCents: number | null
  /** The end that was stored when it was saved; null for none, and where nobody noted it. */
  endsAt: WithDefault<Date | null>
  /** Whether it had ended when it was saved. */
  wasEnded: WithDefault<boolean>
  removedAt: WithDefault<Date | null>
  /** 'Tell me at'; for members. */
  targetCents: WithDefault<number | null>
  /** When they asked; null before that was kept. */
  targetSetAt: WithDefault<Date | null>
}
