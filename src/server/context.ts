import type { Database, OpenDatabase } from '#app/db/database.ts'
import type { Config } from '#app/server/config/config.ts'
import type { Jobs } from '#app/server/jobs/jobs.ts'
import type { MailTransport } from '#app/server/mail/transport.ts'
import type { PictureStorage } from '#app/server/storage/storage.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { FetchOutside, PostOutside, ReadOutside } from './outside-fetch.ts'
import type { Payments } from './payments.ts'
import type { Reads } from './reads.ts'

/** Dependencies of every use case. Created once in `main.ts`, or by a test. */
export type AppContext = {
  config: Config
  db: Database
  engine: OpenDatabase['engine']
  /** Reads that may go to a replica. */
  reads: Reads
  live: Live
  storage: PictureStorage
  payments: Payments
  jobs: Jobs
  mail: MailTransport
  /** Fetches pictures from addresses that people gave. */
  fetchOutside: FetchOutside
  /** Reads pages of shops, one request each. */
  readOutside: ReadOutside
  /** Sends push messages to addresses that browsers gave. */
  postOutside: PostOutside
  log: Log
  /** The only clock; tests move it. */
  now: () => Date
  /** True once the process has been asked to stop. */
  isDraining: () => boolean
}

/** All that a read needs: the database and the clock. */
export type ReadContext = Pick<AppContext, 'db' | 'now'>
