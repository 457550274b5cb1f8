import type { ColumnType } from 'kysely'
import type { MailStream } from '#app/shared/mail-streams.ts'
import type { WithDefault } from './columns.ts'

export type MailingsTables = {
  mailChoices: MailChoicesTable
  mailConsents: MailConsentsTable
  mailEvents: MailEventsTable
  mailStreamStops: MailStreamStopsTable
  announcements: AnnouncementsTable
  inboxLinks: InboxLinksTable
}

type MailChoicesTable = {
  userId: string
  ref: string
  linkKey: string
  edition: WithDefault<'daily' | 'weekly' | 'never'>
  /** 0 is Sunday. */
  editionWeekday: WithDefault<number>
  alerts: WithDefault<'at-once' | 'daily' | 'never'>
  hour: number
  timeZone: string
  answeredAt: WithDefault<Date | null>
  nextEditionAt: WithDefault<Date | null>
  editionSentDay: WithDefault<string | null>
  editionSentThrough: WithDefault<Date | null>
  stoppedAt: WithDefault<Date | null>
  stoppedWhy: WithDefault<'bounce' | 'complaint' | null>
  stoppedAddressHash: WithDefault<string | null>
}

type MailConsentsTable = {
  id: string
  /** Null once the account is gone. */
  userId: string | null
  stream: MailStream
  choice: string
  wording: string
  place: string
  givenAt: Date
}

type MailEventsTable = {
  id: string
  userId: string | null
  mailId: string | null
  stream: string
  kind: 'bounce' | 'complaint' | 'unsubscribe'
  toldBy: string
  happenedAt: Date
}

type MailStreamStopsTable = {
  stream: MailStream
  stoppedAt: Date
  stoppedBy: string
  reason: string
}

type AnnouncementsTable = {
  id: string
  subject: string
  body: string
  audience: 'everybody' | 'members' | 'trials' | 'free'
  document: 'terms' | 'policy' | null
  version: number | null
  revision: WithDefault<number>
  /** Revision last sent as a test to one of us. */
  triedRevision: WithDefault<number | null>
  state: WithDefault<'draft' | 'going' | 'stopped' | 'done'>
  writtenBy: string
  changedAt: Date
  sentBy: WithDefault<string | null>
  startedAt: WithDefault<Date | null>
  perHour: WithDefault<number | null>
  /** Moment up to which the sending pace is used up. */
  pacedThrough: WithDefault<Date | null>
  afterUserId: WithDefault<string>
  isPromisedToAll: WithDefault<boolean>
  people: WithDefault<number | null>
  finishedAt: WithDefault<Date | null>
  /** Outcomes of its mails; null until all are known. */
  fates: ColumnType<Record<string, number> | null, string | undefined, string>
}

type InboxLinksTable = {
  tokenHash: string
  userId: string
  email: string
  createdAt: Date
  expiresAt: Date
  usedAt: WithDefault<Date | null>
}
