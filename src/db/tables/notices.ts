import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Day, Json, WithDefault } from './columns.ts'

export type NoticesTables = {
  notices: NoticesTable
  toldDeals: ToldDealsTable
  dealChanges: DealChangesTable
  waitingAlerts: WaitingAlertsTable
  pushKeys: PushKeysTable
  pushDevices: PushDevicesTable
}

type NoticesTable = {
  id: GeneratedAlways<number>
  userId: string
  kind: string
  dealId: string | null
  facts: Json
  happenedAt: Date
  readAt: Date | null
}

/** The last notice about a deal to somebody. */
type ToldDealsTable = {
  userId: string
  dealId: string
  /** Day in the person's own time zone. */
  toldOn: Day
  /** End of that day; null for older rows. */
  restsUntil: WithDefault<Date | null>
  priceCents: number | null
  endsAt: Date | null
  isGone: WithDefault<boolean>
  /** When they were told that their target price was reached. */
  targetToldAt: WithDefault<Date | null>
  /** When they were told that it is back. */
  backToldAt: WithDefault<Date | null>
}

/** Also written by a trigger. */
type DealChangesTable = {
  id: GeneratedAlways<number>
  dealId: string
  isNew: WithDefault<boolean>
  lookAt: Date | null
}

type WaitingAlertsTable = {
  userId: string
  way: 'mail' | 'push'
  dueAt: Date
  noticeIds: ColumnType<number[], string, string>
  beganAt: Date
}

type PushKeysTable = {
  id: WithDefault<number>
  publicKey: string
  privateKey: string
  createdAt: Date
}

type PushDevicesTable = {
  id: string
  userId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  browser: string | null
  system: string | null
  timeZone: string
  createdAt: Date
  lastSentAt: Date | null
}
