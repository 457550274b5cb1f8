import { buffer } from 'node:stream/consumers'
import type { LostFor } from '#app/deals/editing/picture-notes.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { withEncoder } from './encoder-process.ts'
import { findUnswept, noteSwept, type Unswept } from './pictures.queries.ts'
import { fallbackKey, pictureFileKeys } from './pictures.rules.ts'

const AT_A_TIME = 50
/** An hour less than a week, so that the daily job at the same time of day finds it due. */
const SWEPT_FOR_MS = 7 * DAY_MS - 60 * 60_000

type Sweeping = Pick<AppContext, 'db' | 'storage' | 'now'>

/**
 * Checks the files of every picture of a deal once a week: whether all exist and the fallback JPEG decodes.
 * Also fills in the likeness of pictures stored before likenesses existed.
 */
export async function sweepPictures(ctx: Sweeping): Promise<void> {
  const since = new Date(ctx.now().getTime() - SWEPT_FOR_MS)
  let hasChanged = false
  for (let after: string | undefined = ''; after !== undefined; ) {
    const some: Unswept[] = await findUnswept(ctx.db, since, { after, most: AT_A_TIME })
    for (const { id, likeness, fault } of some) {
      const found = await lookAt(ctx, id)
      if (found.fault !== fault) hasChanged = true
      await noteSwept(ctx.db, id, { likeness, ...found, sweptAt: ctx.now() })
    }
    after = some.length < AT_A_TIME ? undefined : some.at(-1)?.id
  }
  if (hasChanged) await ctx.db.transaction().execute((trx) => announce(trx, 'deals'))
}

async function lookAt(
  { storage }: Sweeping,
  id: string,
): Promise<{ fault: LostFor | null; likeness?: string }> {
  const has = await Promise.all(pictureFileKeys(id).map((key) => storage.has(key)))
  const file = has.every(Boolean) ? await storage.read(fallbackKey(id)) : undefined
  if (!file) return { fault: 'missing' }
  try {
    const bytes = await buffer(file.body)
    const likeness = await withEncoder((encoder) => encoder.readLikeness(bytes))
    return { fault: null, likeness }
  } catch (error) {
    if (error instanceof Problem) return { fault: 'unreadable' }
    throw error
  }
}

/** Runs daily; an interrupted sweep continues the next day. */
export const pictureSweepQueue: Queue = {
  work: sweepPictures,
  cron: '23 4 * * *',
  policy: 'exclusive',
  longestSeconds: 60 * 60,
}
