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
  /** Held: may have been sent already. Sending: of a stream, and being handed to the mail server. */
  state: WithDefault<'queued' | 'held' | 'sending' | 'sent' | 'dropped' | 'refused'>
  attempts: WithDefault<number>
  lastError: string | null
  createdAt: WithDefault<Date>
  sendAfter: WithDefault<Date>
  finishedAt: Date | null
  /** What of it somebody can turn off, or a letter to all; null for what goes to one person. */
  stream: WithDefault<MailStream | 'announcement' | null>
  /** The letter to all that it is one of. */
  announcementId: WithDefault<string | null>
  userId: WithDefault<string | null>
  /** When handing over one of a stream began. */
  handedAt: WithDefault<Date | null>
  /** Until then one process is busy with it. */
  leasedUntil: WithDefault<Date | null>
}

/** By the hash of the agreement's id: whoever reads this cannot tell whose it was. */
type ConsentWithdrawalsTable = { consentHash: string; expiresAt: Date }

type SwitchesTable = {
  name: 'price-checks' | 'sign-up' | 'joining'
  offSince: Date
  offBy: string
  why: string
}

type SetupMarksTable = { name: string; happenedAt: Date; words: string }

/** Places that whole backups were written to. */
type BackupsTable = {
  id: string
  takenAt: Date
  finishedAt: Date
  place: string
  rowCount: number
  pictureFiles: number
  bytes: number
}

/** Times that these records came back from a backup. */
type RestoresTable = {
  id: string
  takenAt: Date | null
  restoredAt: Date
  subscriptionsReadThrough: WithDefault<string>
  subscriptionsReadAt: Date | null
}
