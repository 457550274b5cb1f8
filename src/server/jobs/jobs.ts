import type { Trx } from '#app/db/database.ts'
import { inTransaction, type JobDatabase, openJobStore } from '#app/db/job-store.ts'
import { newId } from '#app/server/ids.ts'
import type { Log } from '#app/server/log.ts'
import { whatIsUnderWay } from '#app/server/under-way.ts'

/** How one kind of work is queued. */
export type QueueSettings = {
  /** Schedule as five cron fields in UTC; runs once for all processes together. */
  cron?: string
  /** Jobs that one process runs at once; default 1. */
  atOnce?: number
  /** After this time a job is given to another worker although its process lives: it may hang. */
  longestSeconds?: number
  /**
   * What equal `singletonKey`s mean. `short` (default): at most one waiting job, even while another runs.
   * `exclusive`: at most one job, waiting or running. Cannot change once the queue exists.
   */
  policy?: 'short' | 'exclusive'
}

type JobOptions = {
  startAfter?: Date
  /** A job with the same key as a waiting one is dropped. */
  singletonKey?: string
}

/**
 * Thrown by a job whose receiver did not accept it: expected, and retried. The thrower logs what is worth logging, as
 * not every one of some two hundred retries is.
 */
export class NotTaken extends Error {
  override name = 'NotTaken'
}

/** Background work, enqueued in the same transaction as the change that requires it. */
export type Jobs = {
  send: (trx: Trx, queue: string, data: object, options?: JobOptions) => Promise<void>
  close: () => Promise<void>
}

/** Keys in a job's data for the id of the request that enqueued it, and for its trace. */
export const ASKED_BY = 'askedBy'
export const ASKED_IN = 'askedIn'

/**
 * A job without a heartbeat for this long was lost with its process and is given to another worker. Heartbeats are sent
 * four times as often, so that a short database outage loses none.
 */
const HEARTBEAT_SECONDS = 20
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 60 * 60
const DAY_SECONDS = 24 * 60 * 60
/** Hourly after the first few, for some eight days. Scheduled jobs come again anyway. */
const RETRIES = 200
const RETRIES_OF_CRON = 2

/** Opens the queues, creating new ones, so that jobs can be enqueued. */
export async function createJobs(
  database: JobDatabase,
  queues: Record<string, QueueSettings>,
  log: Log,
): Promise<Jobs> {
  const store = openJobStore({ db: database.db }, { migrate: false })
  store.on('error', (error) => log.warn({ err: error }, 'the job queue does not answer'))
  await store.start()

  const existing = new Map((await store.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, queue] of Object.entries(queues)) {
    const settings = settingsOf(queue)
    const found = existing.get(name)
    if (!found) await store.createQueue(name, { ...settings, policy: queue.policy ?? 'short' })
    else if (!isSame(settings, found)) await store.updateQueue(name, settings)
    // Caches the queue's row now: read for the first time within a transaction, it would be read on another connection,
    // which deadlocks on the embedded engine with its single connection. It also loads queues that another process has
    // just created.
    await store.getJobById(name, NOBODY)
  }

  return {
    send: async (trx, queue, data, { startAfter, singletonKey = newId() } = {}) => {
      const { reqId, span } = whatIsUnderWay()
      const asked = {
        ...(reqId && { [ASKED_BY]: reqId }),
        ...(span && { [ASKED_IN]: span.traceparent }),
      }
      await store.send(
        queue,
        { ...data, ...asked },
        {
          db: inTransaction(trx),
          singletonKey,
          ...(startAfter && { startAfter }),
        },
      )
    },
    close: () => store.stop({ close: false, graceful: false }),
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

function settingsOf({ cron, longestSeconds = 15 * 60 }: QueueSettings) {
  return {
    retryLimit: cron ? RETRIES_OF_CRON : RETRIES,
    retryDelay: FIRST_RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: LONGEST_RETRY_SECONDS,
    expireInSeconds: longestSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retentionSeconds: 60 * DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    // Notifies workers of a new job, so that they need not poll often.
    notify: true,
  }
}

function isSame(settings: ReturnType<typeof settingsOf>, found: object): boolean {
  return Object.entries(settings).every(([name, value]) => Reflect.get(found, name) === value)
}
