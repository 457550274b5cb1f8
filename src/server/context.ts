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

/** What every use case stands on. Made once in `main.ts`, or by a test. */
export type AppContext = {
  config: Config
  db: Database
  engine: OpenDatabase['engine']
  /** What may be read from a copy is read by these. */
  reads: Reads
  live: Live
  storage: PictureStorage
  payments: Payments
  jobs: Jobs
  mail: MailTransport
  /** Pictures that people give the address of. */
  fetchOutside: FetchOutside
  /** Pages of shops, each asked for once. */
  readOutside: ReadOutside
  /** Messages to addresses that browsers give. */
  postOutside: PostOutside
  log: Log
  /** The only clock: tests move it. */
  now: () => Date
  /** True from the moment the process was asked to stop. */
  isDraining: () => boolean
}

/** What is enough to read by: the rows, and the moment. */
export type ReadContext = Pick<AppContext, 'db' | 'now'>
