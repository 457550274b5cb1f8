import type { Trx } from '#app/db/database.ts'
import { inTransaction, type JobDatabase, openJobStore } from '#app/db/job-store.ts'
import { newId } from '#app/server/ids.ts'
import type { Log } from '#app/server/log.ts'
import { whatIsUnderWay } from '#app/server/under-way.ts'

/** How one kind of work is queued. */
export type QueueSettings = {
  /** When it is due by itself, as five cron fields in UTC; once for all processes together. */
  cron?: string
  /** How many jobs one process works at once; 1 if not given. */
  atOnce?: number
  /** Past this a job is given to another, though its process lives: it may never end. */
  longestSeconds?: number
  /**
   * What equal `singletonKey`s mean. `short`, the usual: one job waits at a time, also while another
   * runs. `exclusive`: one at a time, waiting or running. Fixed once the queue exists.
   */
  policy?: 'short' | 'exclusive'
}

type JobOptions = {
  startAfter?: Date
  /** A job with the key of one that waits already is not written. */
  singletonKey?: string
}

/**
 * Thrown by a job that another party did not take: to be expected, and tried again. Whoever throws
 * it says what is worth saying: each of some two hundred tries is not.
 */
export class NotTaken extends Error {
  override name = 'NotTaken'
}

/** Work that is done later, promised in the same transaction as the change that asks for it. */
export type Jobs = {
  send: (trx: Trx, queue: string, data: object, options?: JobOptions) => Promise<void>
  close: () => Promise<void>
}

/** Beside the data of a job: the id of the request that asked for it, and its place in a trace. */
export const ASKED_BY = 'askedBy'
export const ASKED_IN = 'askedIn'

/**
 * A job of which nothing is heard for so long was lost with its process, and is given to another. A
 * process tells of its jobs four times as often, so that a database that hiccups costs none of them.
 */
const HEARTBEAT_SECONDS = 20
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 60 * 60
const DAY_SECONDS = 24 * 60 * 60
/** Hourly after the first ones: some eight days. What is due again by itself need not insist. */
const RETRIES = 200
const RETRIES_OF_CRON = 2

/** Opens the queues, making those that are new, so that jobs can be promised. */
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
    // Asked for the first time inside a transaction, the queue's own row would be read outside of
    // it: on the embedded engine, with its one connection, that waits for itself. One that another process
    // has just opened is not known here either.
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
    // Whoever works the queue hears of a new job at once and need not ask often.
    notify: true,
  }
}

function isSame(settings: ReturnType<typeof settingsOf>, found: object): boolean {
  return Object.entries(settings).every(([name, value]) => Reflect.get(found, name) === value)
}
