import type { GeneratedAlways } from 'kysely'
import type { MailStream } from '#app/shared/mail-streams.ts'
import type { Json, WithDefault } from './columns.ts'

export type TrackingTables = {
  clicks: ClicksTable
  trips: TripsTable
  mailArrivals: MailArrivalsTable
  events: EventsTable
  marketingEvents: MarketingEventsTable
}

type ClicksTable = {
  id: GeneratedAlways<number>
  dealId: string
  userId: string | null
  clickType: 'deal-card' | 'splash-carousel' | 'mail' | 'other'
  kind: 'click' | 'repeat' | 'prefetch' | 'head' | 'bot'
  clickedAt: WithDefault<Date>
}

type TripsTable = {
  number: string
  /** Null once the account is gone. */
  userId: string | null
  dealId: string
  brandId: string | null
  retailerId: string | null
  madeAt: Date
  /** Prices as shown. */
  wasCents: number | null
  nowCents: number | null
  basis: 'retailer' | 'rrp' | 'market' | 'unknown'
  isProven: boolean
  /** Whether the trip number was part of the outbound link. */
  travels: boolean
}

type MailArrivalsTable = { day: string; stream: MailStream; people: number }

type EventsTable = {
  id: GeneratedAlways<number>
  type: string
  data: Json
  userId: string | null
  happenedAt: WithDefault<Date>
}

type MarketingEventsTable = {
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
