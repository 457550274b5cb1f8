import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Day, WithDefault } from './columns.ts'

export type ReportsTables = {
  reports: ReportsTable
}

type ReportsTable = {
  id: GeneratedAlways<number>
  dealId: string
  /** Null once the account is gone. */
  userId: string | null
  kind: 'gone' | 'price' | 'size' | 'link' | 'other'
  words: WithDefault<string | null>
  seenCents: WithDefault<number | null>
  /** The price shown at that time. */
  shownCents: WithDefault<number | null>
  size: WithDefault<string | null>
  /** Reported by a member. */
  isEvidence: boolean
  reportedAt: Date
  reportedOn: Day
  answeredAt: WithDefault<Date | null>
  outcome: WithDefault<string | null>
  answer: ColumnType<Record<string, unknown>, string | undefined, string>
  /** When the reporter may be told the result, and when they were. */
  tellAt: WithDefault<Date | null>
  toldAt: WithDefault<Date | null>
}
