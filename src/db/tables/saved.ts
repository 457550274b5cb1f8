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
  /** Price when it was saved; null when unknown. */
  salePriceCents: number | null
  /** Planned end when it was saved; null for none and for older rows. */
  endsAt: WithDefault<Date | null>
  /** Whether it had ended when it was saved. */
  wasEnded: WithDefault<boolean>
  removedAt: WithDefault<Date | null>
  /** Target price of 'Tell me at'; for members. */
  targetCents: WithDefault<number | null>
  /** When the target was set; null for older rows. */
  targetSetAt: WithDefault<Date | null>
}
