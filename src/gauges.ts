import { statfs } from 'node:fs/promises'
import { countOpenSessions } from '#app/accounts/server/sessions/sessions.ts'
import type { OpenDatabase } from '#app/db/database.ts'
import { measureClock } from '#app/db/engine.queries.ts'
import { countClaims } from '#app/guarantee/server/desk.ts'
import { findLastBackup } from '#app/server/backup/backups.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { gauge, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { countJobs } from '#app/server/observability/jobs.queries.ts'
import { keptReading } from '#app/server/observability/kept-reading.ts'

const connections = gauge('nouveau_database_connections', 'Of a pool: lent, and idle', {
  pool: OF_THE_CODE,
  state: ['in use', 'idle'],
})
const waiting = gauge('nouveau_database_waiting', 'Who waits for a connection of a pool', {
  pool: OF_THE_CODE,
})
const broken = gauge(
  'nouveau_database_connections_broken',
  'Idle connections of a pool that have broken since the start',
  { pool: OF_THE_CODE },
)
const listening = gauge(
  'nouveau_announcements_heard',
  '1 while changes made by other processes are heard; nothing is kept otherwise',
)
const jobs = gauge('nouveau_jobs', 'Jobs that are not done, by queue and state', {
  queue: OF_THE_CODE,
  state: OF_THE_CODE,
})
const oldestJob = gauge(
  'nouveau_job_oldest_seconds',
  'For how long the oldest of them has been due, or been worked on',
  { queue: OF_THE_CODE, state: OF_THE_CODE },
)
const sessions = gauge('nouveau_sessions', 'Sessions of accounts that are open')
const backupAge = gauge(
  'nouveau_backup_age_seconds',
  'How old the last whole backup is; not there when there is none',
)
const guarantees = gauge(
  'nouveau_guarantee_claims',
  'Claims of a year’s fee that are being paid, wait for a person, or cannot be paid',
  { state: ['paying', 'held', 'stuck'] },
)
const oldestGuarantee = gauge(
  'nouveau_guarantee_oldest_seconds',
  'For how long the oldest claim has been being paid',
)
const clock = gauge(
  'nouveau_clock_ahead_seconds',
  'How far the clock of this process is ahead of that of the database; behind it, below zero',
)
const disk = gauge(
  'nouveau_data_disk_bytes',
  'The disk of DATA_DIR: how much it holds, and how much of it is free for this process',
  { state: ['size', 'free'] },
)
const draining = gauge('nouveau_draining', '1 while this process is being stopped')

/** Reading gauges from the database is costly, so values are cached this long. */
const OFTEN = { keptMs: 10_000, longestMs: 2000 }
const SELDOM = { keptMs: 60_000, longestMs: 2000 }

/**
 * Registers all gauges that are read when the metrics are requested. A new one is a `gauge` above and a line
 * here.
 */
export function watchGauges(ctx: AppContext, database: Pick<OpenDatabase, 'pools'>): void {
  const pools = () => Object.entries(database.pools?.() ?? {})
  connections.watch(() =>
    pools().flatMap(([pool, { size, inUse }]) => [
      { labels: { pool, state: 'in use' }, value: inUse },
      { labels: { pool, state: 'idle' }, value: size - inUse },
    ]),
  )
  waiting.watch(() => pools().map(([pool, { waiting }]) => ({ labels: { pool }, value: waiting })))
  broken.watch(() => pools().map(([pool, { broken }]) => ({ labels: { pool }, value: broken })))
  listening.watch(() => Number(ctx.live.isListening()))
  draining.watch(() => Number(ctx.isDraining()))

  clock.watch(keptReading(ctx.log, OFTEN, () => measureClock(ctx.db, ctx.now)))

  disk.watch(async () => {
    const { bsize, blocks, bavail } = await statfs(ctx.config.dataDir)
    return [
      { labels: { state: 'size' }, value: blocks * bsize },
      { labels: { state: 'free' }, value: bavail * bsize },
    ]
  })

  const readJobs = keptReading(ctx.log, OFTEN, () => countJobs(ctx.db))
  jobs.watch(async () =>
    (await readJobs())?.map(({ queue, state, jobs }) => ({
      labels: { queue, state },
      value: jobs,
    })),
  )
  oldestJob.watch(async () =>
    (await readJobs())?.map(({ queue, state, ageSeconds }) => ({
      labels: { queue, state },
      value: ageSeconds,
    })),
  )
  backupAge.watch(
    keptReading(ctx.log, SELDOM, async () => {
      const last = await findLastBackup(ctx.db)
      return last && (ctx.now().getTime() - last.takenAt.getTime()) / 1000
    }),
  )
  const readClaims = keptReading(ctx.log, SELDOM, () => countClaims(ctx))
  guarantees.watch(async () => {
    const claims = await readClaims()
    return (
      claims && [
        { labels: { state: 'paying' as const }, value: claims.unpaid },
        { labels: { state: 'held' as const }, value: claims.held },
        { labels: { state: 'stuck' as const }, value: claims.stuck },
      ]
    )
  })
  oldestGuarantee.watch(async () => (await readClaims())?.oldestSeconds)
  sessions.watch(keptReading(ctx.log, SELDOM, () => countOpenSessions(ctx)))
}
