import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type JobDatabase, openJobStore } from '#app/db/job-store.ts'
import type { AppContext } from '#app/server/context.ts'
import { histogram, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { startSpan } from '#app/server/observability/tracing.ts'
import { whileAt } from '#app/server/under-way.ts'
import { ASKED_BY, ASKED_IN, NotTaken, type QueueSettings } from './jobs.ts'

/** A queue and its worker. Every process knows the same queues, whether or not it works them. */
export type Queue = QueueSettings & {
  /** Does one job. A job that throws is retried later, so it must be idempotent. */
  work(ctx: AppContext, data: object): Promise<void>
}

export type Queues = Record<string, Queue>

type Settings = {
  /** Polling interval; workers are notified of jobs that are due at once. */
  pollSeconds?: number
  /** How often a process reports that its jobs are still running. */
  heartbeatSeconds?: number
  /** How long stopping waits for running jobs; unfinished ones are retried later. */
  longestStopMs?: number
}

const SUPERVISE_SECONDS = 15
const seconds = histogram('nouveau_job_seconds', 'Jobs that were worked on, by queue', {
  queue: OF_THE_CODE,
  outcome: ['done', 'failed'],
})

const BATCH = 10
const REST_MS = 50

/**
 * Works the queues until `stop`, which lets running jobs finish. Any number of processes may do so at once: each job
 * goes to one of them.
 */
export async function startWorkers(
  ctx: AppContext,
  database: JobDatabase,
  queues: Queues,
  { pollSeconds = 5, heartbeatSeconds = 5, longestStopMs = 5000 }: Settings = {},
): Promise<{ stop: () => Promise<void> }> {
  const store = openJobStore(database, {
    supervise: true,
    schedule: true,
    useListenNotify: true,
    // How soon lost jobs are noticed; one process supervises for all.
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // Schedules have minute resolution, and no job depends on another: polling more often is a waste.
    cronWorkerIntervalSeconds: 30,
    flowIntervalSeconds: 60 * 60,
    // Housekeeping of a PostgreSQL server, which the embedded database does not have.
    monitorVacuum: ctx.engine === 'postgres',
    reindex: ctx.engine === 'postgres',
  })
  store.on('error', (error) => ctx.log.warn({ err: error }, 'the job queue does not answer'))
  store.on('warning', ({ message }) => ctx.log.warn({ problem: message }, 'the job queue warns'))
  await store.start()

  for (const [name, queue] of Object.entries(queues)) {
    const limit = pLimit(queue.atOnce ?? 1)
    seconds.expect({ queue: name, outcome: 'failed' })
    await store.work<object | null>(
      name,
      {
        ...WORK,
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: pollSeconds,
        heartbeatRefreshSeconds: heartbeatSeconds,
      },
      async (jobs) => {
        const begun = performance.eventLoopUtilization()
        const results = await Promise.all(
          jobs.map(({ id, data }) =>
            limit(async () => {
              const isDone = await workJob(ctx, queues, { id, name, data })
              return { id, status: isDone ? 'completed' : 'failed' } as const
            }),
          ),
        )
        // Under a flood of jobs, one fetch per notification would cost more than the work.
        if (jobs.length < BATCH) await delay(REST_MS)
        if (performance.eventLoopUtilization(begun).utilization > BUSY) await giveWay()
        return results
      },
    )
  }
  await keepSchedules()

  return { stop: () => store.stop({ close: false, graceful: true, timeout: longestStopMs }) }

  /** Schedules are rows: deletes those of removed queues, and writes only those that changed. */
  async function keepSchedules() {
    const kept = new Map((await store.getSchedules()).map(({ name, cron }) => [name, cron]))
    for (const [name, { cron }] of Object.entries(queues)) {
      if (cron && kept.get(name) !== cron) await store.schedule(name, cron)
    }
    for (const name of kept.keys()) {
      if (!queues[name]?.cron) await store.unschedule(name)
    }
  }
}

/** Event loop utilization above which a process is busy. */
const BUSY = 0.8
const LONGEST_WAY_MS = 1000

/** Background jobs yield to requests: under load they run later, if slowly. */
async function giveWay(): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAY_MS; waited += REST_MS) {
    const before = performance.eventLoopUtilization()
    await delay(REST_MS)
    if (performance.eventLoopUtilization(before).utilization < BUSY) return
  }
}

const WORK = {
  batchSize: BATCH,
  // Without it a long queue advances only one batch per poll.
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Scheduled jobs have no data. */
type Job = { id: string; name: string; data: object | null }

/** Returns false when the job has failed. The error is logged, not stored, because errors may name people. */
export async function workJob(
  ctx: AppContext,
  queues: Queues,
  { id, name, data: given }: Job,
): Promise<boolean> {
  const {
    [ASKED_BY]: reqId,
    [ASKED_IN]: askedIn,
    ...data
  } = (given ?? {}) as Record<string, unknown>
  const span = startSpan(`job ${name}`, {
    kind: 'CONSUMER',
    asked: typeof askedIn === 'string' ? askedIn : undefined,
    attributes: { 'messaging.destination.name': name, 'messaging.message.id': id },
  })
  const what = { job: id, queue: name, ...(typeof reqId === 'string' && { reqId }), span }
  const began = performance.now()
  const done = (outcome: 'done' | 'failed') => {
    seconds.observe({ queue: name, outcome }, (performance.now() - began) / 1000)
    span?.end()
  }
  return whileAt(what, async () => {
    try {
      await queues[name]?.work(ctx, data)
      done('done')
      return true
    } catch (error) {
      span?.fail(error)
      done('failed')
      if (error instanceof NotTaken) {
        ctx.log.debug({ problem: error.message }, 'a job is tried again later')
      } else ctx.log.error({ err: error }, 'a job failed and is tried again later')
      return false
    }
  })
}
