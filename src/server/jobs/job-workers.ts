import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type JobDatabase, openJobStore } from '#app/db/job-store.ts'
import type { AppContext } from '#app/server/context.ts'
import { histogram, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { startSpan } from '#app/server/observability/tracing.ts'
import { whileAt } from '#app/server/under-way.ts'
import { ASKED_BY, ASKED_IN, NotTaken, type QueueSettings } from './jobs.ts'

/** One kind of work. Every process knows the same queues, whether it works them or not. */
export type Queue = QueueSettings & {
  /** Does one job. One that throws is tried again later, and must therefore bear being repeated. */
  work(ctx: AppContext, data: object): Promise<void>
}

export type Queues = Record<string, Queue>

type Settings = {
  /** How often each queue is looked at; of a job that is due at once its workers are told. */
  pollSeconds?: number
  /** How often a process tells that its jobs are still worked on. */
  heartbeatSeconds?: number
  /** How long stopping waits for what is being worked on; that is tried again later. */
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
 * Works the queues until `stop`, which lets jobs under way finish. Any number of processes may do
 * so at once: each job is given to one of them.
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
    // How soon it is seen whose jobs nothing is heard of any more; one process looks for all.
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // Schedules count in minutes, and no job waits for others: looking more often is only heat.
    cronWorkerIntervalSeconds: 30,
    flowIntervalSeconds: 60 * 60,
    // These look after a server's own housekeeping, which the embedded database does not have.
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
        // In a storm of jobs, one fetched for each announcement would cost more than the work.
        if (jobs.length < BATCH) await delay(REST_MS)
        if (performance.eventLoopUtilization(begun).utilization > BUSY) await giveWay()
        return results
      },
    )
  }
  await keepSchedules()

  return { stop: () => store.stop({ close: false, graceful: true, timeout: longestStopMs }) }

  /** Schedules are rows: those of queues that are gone must not stay, and the others mostly stand there. */
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

/** Above this share of its time a process has no time left over. */
const BUSY = 0.8
const LONGEST_WAY_MS = 1000

/** What nobody waits for lets what somebody waits for go first: in a storm it is done after it, if slowly. */
async function giveWay(): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAY_MS; waited += REST_MS) {
    const before = performance.eventLoopUtilization()
    await delay(REST_MS)
    if (performance.eventLoopUtilization(before).utilization < BUSY) return
  }
}

const WORK = {
  batchSize: BATCH,
  // Without it a long queue is worked at one batch for each look.
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** What is due by itself comes without data. */
type Job = { id: string; name: string; data: object | null }

/** False when the job has failed, which is logged here and never stored: errors name people. */
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
