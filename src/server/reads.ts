import { setTimeout as delay } from 'node:timers/promises'
import type { Database, OpenDatabase } from '#app/db/database.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { findReplayed, findWritten, limitStatements } from '#app/db/replica.queries.ts'
import { gauge } from '#app/server/observability/instruments.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'

type Read = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/**
 * For what may be read from a copy: lists that are the same for everybody of a class, and figures. Who
 * somebody is, what they have paid for and what they may open is never read here.
 */
export type Reads = {
  /** From a replica only when it has everything that was announced. */
  feed: Read
  /** The same with more time for a statement. */
  figures: Read
  close: () => Promise<void>
}

type Settings = {
  /** Of the replica; undefined without one. */
  url: string | undefined
  database: OpenDatabase
  live: Live
  log: Log
  /** A replica that is further behind is not read from. */
  longestLagMs?: number
}

const FIGURES_MS = 15_000
const LOOK_MS = 500
const LONGEST_LOOK_MS = 1000
const LONGEST_LAG_MS = 5000

/** Opens the ways to read. A replica need not be there: whatever it cannot answer is read as ever. */
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
        // Whatever is wrong with it: nothing has been written, and the other one knows as well.
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
 * Compares what the replica has followed with what the primary has written. After an announcement nothing
 * is read from it until it has followed to where the primary was when the announcement had been heard:
 * what is kept from then on would else be kept out of date.
 */
function watchReplica(
  { database, live, log, longestLagMs = LONGEST_LAG_MS }: Settings,
  replica: OpenDatabase,
) {
  let isClosed = false
  let isUsable = false
  /** Counts announcements. */
  let heard = 0
  /** Where it has to have followed to; undefined until the primary has been asked. */
  let needed: bigint | undefined
  /** Where the primary was, and the replica is not yet. */
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
    // Where the primary was before that announcement says nothing of it.
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
    // While announcements may be missed, so may be what it would have to have followed.
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
