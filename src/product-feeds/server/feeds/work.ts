import { join } from 'node:path'
import {
  FETCH_AGAIN_MS,
  FETCH_EVERY_MS,
  SILENT_RUN_MS,
} from '#app/product-feeds/product-feeds.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { makeUploadFolder, removeUploadFolder } from '#app/server/uploads/folder.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { findDueFeeds, findFeedSource, updateFeed } from './feeds.queries.ts'
import { fetchFeed } from './fetch-feed.ts'
import { failRun, Interrupted, readIntoPool, tellOf, tidy } from './run.ts'
import { failSilentRuns, insertRun, takeWaitingRun, updateRun } from './runs.queries.ts'

const TELL_EVERY_MS = 500

/** Fetches the feeds that are due, one after the other, every ten minutes and on request. */
export const productFeedsQueue: Queue = {
  cron: '*/10 * * * *',
  longestSeconds: (3 * HOUR_MS) / 1000,
  work: async (ctx) => {
    await giveUpSilent(ctx)
    for (const { id } of await findDueFeeds(ctx.db, ctx.now())) await beginRun(ctx, id)
    while (!ctx.isDraining()) {
      const run = await takeWaitingRun(ctx.db, ctx.now())
      if (!run) return
      await fetchAndRead(ctx, run)
    }
  },
}

/** Queues a scheduled run, unless the feed is already being read. */
async function beginRun(ctx: Pick<AppContext, 'db' | 'now'>, sourceId: string): Promise<void> {
  const now = ctx.now()
  const run = { sourceId, askedBy: null, state: 'waiting', startedAt: now, heardAt: now } as const
  await insertRun(ctx.db, run)
}

async function giveUpSilent(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - SILENT_RUN_MS)
  const problem = 'It was broken off on our side. Fetch or upload it again.'
  if ((await failSilentRuns(ctx.db, { since, now, problem })) > 0) await tellOf(ctx.db, '')
  await tidy(ctx)
}

async function fetchAndRead(ctx: AppContext, run: { id: number; sourceId: string }) {
  const feed = await findFeedSource(ctx.db, run.sourceId)
  if (!feed) return
  const { address } = feed
  const now = ctx.now()
  // Set first, so that a failure of any kind is retried before the day is over.
  await updateFeed(ctx.db, feed.id, { nextFetchAt: new Date(now.getTime() + FETCH_AGAIN_MS) })
  await updateRun(ctx.db, run.id, { startedAt: now, heardAt: now })
  await tellOf(ctx.db, feed.id)
  const folder = await makeUploadFolder(ctx.config.dataDir)
  try {
    if (address === null) throw new Error('A feed without an address was put into the line.')
    const saveTo = join(folder, 'feed')
    const onBytes = telling(ctx, run)
    const file = await fetchFeed(ctx, { ...feed, address }, { saveTo, onBytes })
    if (file) {
      const isWanted = await updateRun(ctx.db, run.id, { state: 'reading', heardAt: ctx.now() })
      if (isWanted) await readIntoPool(ctx, run, file)
    } else {
      const nextFetchAt = new Date(ctx.now().getTime() + FETCH_EVERY_MS)
      await updateRun(ctx.db, run.id, { state: 'same', endedAt: ctx.now() })
      await updateFeed(ctx.db, feed.id, { nextFetchAt })
      await tellOf(ctx.db, feed.id)
    }
  } catch (error) {
    if (error instanceof Interrupted) await updateRun(ctx.db, run.id, { state: 'waiting' })
    else await failRun(ctx, run.id, error)
  } finally {
    await removeUploadFolder(folder)
  }
}

/** Returns a callback that reports received bytes now and then; it throws once the run was given up. */
function telling(ctx: AppContext, run: { id: number; sourceId: string }) {
  let toldAt = Date.now()
  let isWanted = true
  return (bytes: number) => {
    if (!isWanted) throw new Error('The run has been given up.')
    if (Date.now() - toldAt < TELL_EVERY_MS) return
    toldAt = Date.now()
    const told = updateRun(ctx.db, run.id, { bytes, heardAt: ctx.now() }).then((isThere) => {
      isWanted = isThere
      return tellOf(ctx.db, run.sourceId)
    })
    told.catch((error) => ctx.log.warn({ err: error }, 'progress of a feed could not be told'))
  }
}
