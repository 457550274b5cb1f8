import type { GeneratedAlways } from 'kysely'
import type { Json, WithDefault } from './columns.ts'

export type ClicksTable = {
  id: GeneratedAlways<number>
  dealId: string
  userId: string | null
  clickType: 'deal-card' | 'splash-carousel' | 'other'
  kind: 'click' | 'repeat' | 'prefetch' | 'head' | 'bot'
  clickedAt: WithDefault<Date>
}

export type EventsTable = {
  id: GeneratedAlways<number>
  type: string
  data: Json
  userId: string | null
  happenedAt: WithDefault<Date>
}

export type MarketingEventsTable = {
  id: string
  eventName: 'PageView' | 'BridgePageViewed' | 'Purchase'
  eventId: string
  payload: Json
  consentId: string
  state: WithDefault<'queued' | 'sent' | 'dropped'>
  attempts: WithDefault<number>
  lastError: string | null
  happenedAt: Date
  finishedAt: Date | null
}

/** By the hash of the agreement's id: whoever reads this cannot tell whose it was. */
export type ConsentWithdrawalsTable = { consentHash: string; expiresAt: Date }
