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

/** The process stops: what it was at is for another. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** The feed has been removed, or the run given up, while it was read. */
class NotWanted extends Error {}

export type FeedFile = {
  path: string
  /** What the shop says of it, for asking next time whether it is another. */
  etag?: string | null
  lastModified?: string | null
}

const TELL_EVERY_MS = 500
const DELETED_AT_ONCE = { postgres: 5000, embedded: 500 }

/**
 * Reads a feed into the pool, as a run of it. What is there stays until the whole of it has been read, and
 * for ever if it cannot be. Throws {@link Interrupted}; all else becomes what the run says of itself.
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
    // A run that a stop has broken off is read from its beginning: what the shop has taken out since is not there.
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
    // The embedded database holds up the process for as long as a statement runs.
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
    // What has been changed meanwhile is for the next time: the file is asked for again then.
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

/** Says of a run why it came to no good end. */
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

/** Deletes pieces that no run needs any more, some at a time, and runs of long ago. */
export async function tidy(ctx: Pick<Working, 'db' | 'engine'>): Promise<void> {
  for (const id of await findLeftovers(ctx.db)) await deletePieces(ctx, id)
  await deleteOldRuns(ctx.db, RUNS_KEPT)
}

async function deletePieces({ db, engine }: Pick<Working, 'db' | 'engine'>, runId: number) {
  const most = DELETED_AT_ONCE[engine]
  while ((await deletePiecesOf(db, runId, most)) === most);
}

/** Open back offices hear that something of a feed has changed. */
export async function tellOf(db: Database, feedId: string): Promise<void> {
  await db.transaction().execute((trx) => announce(trx, 'feeds', feedId))
}

/** Pieces of a feed that is gone have nowhere to go. */
function isOfNoFeed(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}
