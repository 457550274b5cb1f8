import type { MailStream } from '#app/shared/mail-streams.ts'
import type { Json, WithDefault } from './columns.ts'

export type ServerTables = {
  throttles: ThrottlesTable
  mails: MailsTable
  consentWithdrawals: ConsentWithdrawalsTable
  switches: SwitchesTable
  setupMarks: SetupMarksTable
  backups: BackupsTable
  restores: RestoresTable
}

type ThrottlesTable = { key: string; points: WithDefault<number>; expire: number | null }

type MailsTable = {
  id: string
  key: string
  template: string
  recipient: string
  data: Json
  /** `held`: may have been sent already. `sending`: a stream mail being handed to the mail server. */
  state: WithDefault<'queued' | 'held' | 'sending' | 'sent' | 'dropped' | 'refused'>
  attempts: WithDefault<number>
  lastError: string | null
  createdAt: WithDefault<Date>
  sendAfter: WithDefault<Date>
  finishedAt: Date | null
  /** Stream that the recipient can turn off, or an announcement; null for individual mail. */
  stream: WithDefault<MailStream | 'announcement' | null>
  /** The announcement it belongs to. */
  announcementId: WithDefault<string | null>
  userId: WithDefault<string | null>
  /** When handing over a stream mail began. */
  handedAt: WithDefault<Date | null>
  /** Leased by one process until then. */
  leasedUntil: WithDefault<Date | null>
}

/** Keyed by a hash of the consent id, so that rows do not reveal whose it was. */
type ConsentWithdrawalsTable = { consentHash: string; expiresAt: Date }

type SwitchesTable = {
  name: 'price-checks' | 'sign-up' | 'joining'
  offSince: Date
  offBy: string
  why: string
}

type SetupMarksTable = { name: string; happenedAt: Date; words: string }

/** Complete backups, and where they were written. */
type BackupsTable = {
  id: string
  takenAt: Date
  finishedAt: Date
  place: string
  rowCount: number
  pictureFiles: number
  bytes: number
}

/** Restores of this database from a backup. */
type RestoresTable = {
  id: string
  takenAt: Date | null
  restoredAt: Date
  subscriptionsReadThrough: WithDefault<string>
  subscriptionsReadAt: Date | null
}
