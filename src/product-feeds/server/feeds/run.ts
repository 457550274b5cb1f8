import type { Database } from '#app/db/database.ts'
import { FETCH_EVERY_MS, RUNS_KEPT } from '#app/product-feeds/product-feeds.facts.ts'
import { FeedFault } from '#app/product-feeds/server/reading/feed-fault.ts'
import type { FeedPart } from '#app/product-feeds/server/reading/feed-messages.ts'
import { readProductFeed } from '#app/product-feeds/server/reading/feed-reader.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { findFeedSource, lockFeed, type StoredFeed, updateFeed } from './feeds.queries.ts'
import {
  comparePieces,
  deleteOldRuns,
  deletePiecesOf,
  findLeftovers,
  insertPieces,
  letRunCount,
  updateProgress,
  updateRun,
} from './runs.queries.ts'

type Working = Pick<AppContext, 'db' | 'engine' | 'log' | 'now' | 'isDraining'>

/** The process is stopping; another one has to take over the run. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** The feed was removed, or the run given up, during the reading. */
class NotWanted extends Error {}

export type FeedFile = {
  path: string
  /** The shop's validators, for a conditional request next time. */
  etag?: string | null
  lastModified?: string | null
}

const TELL_EVERY_MS = 500
const DELETED_AT_ONCE = { postgres: 5000, embedded: 500 }

/**
 * Reads a feed into the pool as a run of it. The earlier pieces stay until the whole feed has been read, and
 * for good if that fails. Throws {@link Interrupted}; other errors are recorded on the run.
 */
export async function readIntoPool(
  ctx: Working,
  run: { id: number; sourceId: string },
  file: FeedFile,
): Promise<void> {
  const startedAt = ctx.now()
  try {
    const feed = await findFeedSource(ctx.db, run.sourceId)
    if (!feed) return
    // A run interrupted by a stop starts over: pieces that the shop has removed since must not stay.
    await deletePieces(ctx, run.id)
    const end = await readPieces(ctx, run.id, { feed, file, startedAt })
    await finish(ctx, run.id, { feed, file, end, startedAt })
    await tidy(ctx)
  } catch (error) {
    if (error instanceof NotWanted || isOfNoFeed(error)) return
    if (error instanceof Interrupted) throw error
    await failRun(ctx, run.id, error)
    await tidy(ctx)
  }
}

type Reading = { feed: StoredFeed; file: FeedFile; startedAt: Date }
type End = Extract<FeedPart, { kind: 'end' }>

async function readPieces(
  ctx: Working,
  runId: number,
  { feed, file, startedAt }: Reading,
): Promise<End> {
  let toldAt = 0
  const parts = readProductFeed({
    path: file.path,
    mapping: feed.mapping,
    rules: feed.rules,
    currency: feed.currency,
    now: startedAt.getTime(),
    // The embedded database blocks the process while a statement runs.
    atOnce: ctx.engine === 'postgres' ? 250 : 40,
  })
  for await (const part of parts) {
    if (ctx.isDraining()) throw new Interrupted()
    if (part.kind === 'fault') {
      await updateRun(ctx.db, runId, { columns: part.columns })
      throw new FeedFault(part.message)
    }
    if (part.kind === 'end') return part
    if (part.kind !== 'pieces') continue
    if (part.json !== '') {
      const { id: sourceId, currentRunId: earlierRunId } = feed
      await insertPieces(ctx.db, { runId, sourceId, earlierRunId, json: part.json, now: startedAt })
    }
    if (Date.now() - toldAt < TELL_EVERY_MS) continue
    toldAt = Date.now()
    if (!(await updateProgress(ctx.db, runId, part, ctx.now()))) throw new NotWanted()
    await tellOf(ctx.db, feed.id)
  }
  throw new FeedFault('The feed could not be read to its end. Fetch or upload it again.')
}

async function finish(
  ctx: Working,
  runId: number,
  { feed, file, end, startedAt }: Reading & { end: End },
): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const locked = await lockFeed(trx, feed.id)
    if (!locked) throw new NotWanted()
    const counted = await comparePieces(trx, runId, locked.currentRunId)
    const { bytes, rowsRead, rowsKept, rowsRefused, rowsLeftOut, format, refused, columns } = end
    const isThere = await updateRun(trx, runId, {
      state: 'done',
      endedAt: now,
      heardAt: now,
      startedAt,
      bytes,
      rowsRead,
      rowsKept,
      rowsRefused,
      rowsLeftOut,
      format,
      refused,
      columns,
      ...counted,
    })
    if (!isThere) throw new NotWanted()
    // After a change in the meantime, the validators are dropped so that the file is fetched again.
    const isAsRead = locked.version === feed.version
    await letRunCount(trx, feed.id, runId)
    await updateFeed(trx, feed.id, {
      etag: isAsRead ? (file.etag ?? null) : null,
      lastModified: isAsRead ? (file.lastModified ?? null) : null,
      nextFetchAt: locked.address === null ? null : new Date(now.getTime() + FETCH_EVERY_MS),
    })
    await announce(trx, 'feeds', feed.id)
  })
}

/** Marks a run as failed, with the problem to show. */
export async function failRun(ctx: Working, runId: number, error: unknown): Promise<void> {
  const isTheirs = error instanceof FeedFault
  if (!isTheirs) ctx.log.error({ err: error }, 'a product feed could not be read')
  const problem = isTheirs
    ? error.message
    : 'Something went wrong on our side. Fetch or upload it again.'
  const now = ctx.now()
  await updateRun(ctx.db, runId, { state: 'failed', endedAt: now, problem })
  await tellOf(ctx.db, '')
}

/** Deletes unneeded pieces in batches, and old runs. */
export async function tidy(ctx: Pick<Working, 'db' | 'engine'>): Promise<void> {
  for (const id of await findLeftovers(ctx.db)) await deletePieces(ctx, id)
  await deleteOldRuns(ctx.db, RUNS_KEPT)
}

async function deletePieces({ db, engine }: Pick<Working, 'db' | 'engine'>, runId: number) {
  const most = DELETED_AT_ONCE[engine]
  while ((await deletePiecesOf(db, runId, most)) === most);
}

/** Notifies open back offices of a change to a feed. */
export async function tellOf(db: Database, feedId: string): Promise<void> {
  await db.transaction().execute((trx) => announce(trx, 'feeds', feedId))
}

/** Tells whether the error is a foreign key violation: the feed of the pieces is gone. */
function isOfNoFeed(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}
