import { setTimeout as delay } from 'node:timers/promises'
import type { Database, OpenDatabase } from '#app/db/database.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { findReplayed, findWritten, limitStatements } from '#app/db/replica.queries.ts'
import { gauge } from '#app/server/observability/instruments.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'

type Read = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/**
 * Reads that may go to a replica: lists that are the same for everybody of a class, and figures. Identity, payments
 * and access are never read here.
 */
export type Reads = {
  /** Uses the replica only when it has caught up with every announced change. */
  feed: Read
  /** The same with a longer statement timeout. */
  figures: Read
  close: () => Promise<void>
}

type Settings = {
  /** Address of the replica; undefined without one. */
  url: string | undefined
  database: OpenDatabase
  live: Live
  log: Log
  /** A replica that lags further behind is not used. */
  longestLagMs?: number
}

const FIGURES_MS = 15_000
const LOOK_MS = 500
const LONGEST_LOOK_MS = 1000
const LONGEST_LAG_MS = 5000

/** Opens the reads. The replica is optional: whatever it cannot answer is read from the primary. */
export async function openReads(settings: Settings): Promise<Reads> {
  const { url, database } = settings
  const primary: Reads = {
    feed: (work) => work(database.db),
    figures: (work) =>
      database.engine === 'embedded'
        ? work(database.db)
        : database.db.transaction().execute(async (trx) => {
            await limitStatements(trx, FIGURES_MS)
            return work(trx)
          }),
    close: async () => {},
  }
  if (url === undefined) return primary
  const replica = await openDatabase({ url, dataDir: '' })
  const watch = watchReplica(settings, replica)

  const from =
    (copy: Database, instead: Read): Read =>
    async (work) => {
      if (!watch.isUsable()) return instead(work)
      try {
        return await work(copy)
      } catch (error) {
        // Whatever the error: nothing was written, and the primary can answer too.
        watch.fail(error)
        return instead(work)
      }
    }
  return {
    feed: from(replica.db, primary.feed),
    figures: from(replica.work, primary.figures),
    close: async () => {
      await watch.close()
      await replica.close()
    },
  }
}

const lag = gauge(
  'nouveau_replica_lag_seconds',
  'How far behind the replica is; not there when it does not answer',
)
const readFrom = gauge(
  'nouveau_replica_read_from',
  '1 while lists and figures are read from the replica',
)

type Mark = { written: bigint; at: number }

/**
 * Compares the WAL position that the replica has replayed with that of the primary. After an announcement it is not used
 * until it has replayed up to where the primary was when the announcement was heard; otherwise stale answers would be
 * cached.
 */
function watchReplica(
  { database, live, log, longestLagMs = LONGEST_LAG_MS }: Settings,
  replica: OpenDatabase,
) {
  let isClosed = false
  let isUsable = false
  /** Number of announcements heard. */
  let heard = 0
  /** WAL position that the replica must reach; undefined until the primary has been asked. */
  let needed: bigint | undefined
  /** Positions of the primary that the replica has not reached yet. */
  let marks: Mark[] = []
  let doesAnswer = false
  let said = ''
  let wake = () => {}

  const unwatch = [
    lag.watch(() => {
      if (!doesAnswer) return
      return marks[0] ? (performance.now() - marks[0].at) / 1000 : 0
    }),
    readFrom.watch(() => Number(isUsable && live.isListening())),
  ]

  const wait = () => {
    heard += 1
    needed = undefined
    isUsable = false
    wake()
  }
  live.subscribe('deals', wait)
  live.onExpiry('deals', wait)

  function say(what: string, err?: unknown) {
    if (what === said) return
    if (what !== '') log.warn({ ...(err !== undefined && { err }) }, what)
    else if (said !== '') log.info({}, 'the replica is read from again')
    said = what
  }

  async function look(): Promise<void> {
    const before = heard
    const [written, replayed] = await Promise.all([
      findWritten(database.work),
      findReplayed(replica.db),
    ])
    doesAnswer = replayed !== undefined
    // Another announcement came meanwhile, so this position is too old.
    if (before !== heard) return
    needed ??= written
    const at = performance.now()
    marks = [...marks, { written, at }].filter((mark) => mark.written > (replayed ?? 0n))
    const isLagging = at - (marks[0]?.at ?? at) > longestLagMs
    if (replayed === undefined) say('the replica follows nobody any more: it is not read from')
    else if (isLagging) say('the replica is too far behind: it is not read from')
    else say('')
    isUsable = replayed !== undefined && replayed >= needed && !isLagging
  }

  function fail(error: unknown) {
    isUsable = false
    doesAnswer = false
    say('the replica does not answer: it is not read from', error)
  }

  async function run() {
    while (!isClosed) {
      const before = heard
      const looked = await Promise.race([
        look().then(
          () => undefined,
          (error: unknown) => error ?? new Error('no reason'),
        ),
        delay(LONGEST_LOOK_MS, new Error('no answer'), { ref: false }),
      ])
      if (isClosed) return
      if (looked !== undefined) fail(looked)
      if (before !== heard) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isUsable || said !== '' ? LOOK_MS : LOOK_MS / 10)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = run()

  return {
    // While announcements may be missed, the position it must reach is unknown.
    isUsable: () => isUsable && live.isListening(),
    fail,
    close: async () => {
      isClosed = true
      for (const end of unwatch) end()
      wake()
      await running
    },
  }
}
