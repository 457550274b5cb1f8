import type { ColumnType, GeneratedAlways } from 'kysely'
import type { WithDefault } from './columns.ts'

export type FollowsTables = {
  follows: FollowsTable
  forYouSetups: ForYouSetupsTable
  declinedDeals: DeclinedDealsTable
}

type FollowsTable = {
  id: string
  userId: string
  kind: 'brand' | 'category' | 'retailer' | 'search'
  value: string
  isHidden: WithDefault<boolean>
  isForMembers: WithDefault<boolean>
  createdAt: Date
  brandId: GeneratedAlways<string | null>
  retailerId: GeneratedAlways<string | null>
}

type ForYouSetupsTable = {
  userId: string
  departments: WithDefault<string[]>
  sizeKeys: WithDefault<string[]>
  /** In cents, by category. */
  ceilings: ColumnType<Record<string, number>, string | undefined, string>
  offeredAt: WithDefault<Date | null>
  setUpAt: WithDefault<Date | null>
}

type DeclinedDealsTable = { userId: string; dealId: string; declinedAt: Date }
