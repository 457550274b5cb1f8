import { batch } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { type Addition, addToCounters, addToKnownCounters } from './counters.queries.ts'
import type { Limit } from './throttle.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>

/** What this process knows of a counter, and what it has not yet told the database of. */
type Known = { points: number; pending: number; expire: number }

type Counters = {
  known: Map<string, Known>
  /** Those that are being asked about for the first time. */
  asked: Map<string, Promise<Known | undefined>>
  timer: NodeJS.Timeout | undefined
  /** What is being told: until it is, the database knows of less than this process. */
  telling: Promise<void>
  /** Who was told to wait, until when, and until when that is believed without asking again. */
  refused: Map<string, { untilMs: number; askedAgainMs: number }>
}

const allCounters = new WeakMap<object, Counters>()

/** So long after it was counted here at most, other processes know. */
const TOLD_AFTER_MS = 1000
/** More people than one process serves in the length of a window; the rest is asked about anew. */
const MOST_KNOWN = 50_000
/** A refusal is believed for so long: who goes on asking costs nothing, who was let in again waits no longer. */
const REFUSED_FOR_MS = 10_000

/**
 * Counts so many at once, for what is asked so often that a statement for each would be most of its cost:
 * the first of a window is counted in the database, the others there within a second, many together.
 * False when it may be too many, and then none is counted: a throttle can say exactly. In one process
 * there is never one too many; several know of each other a second late.
 */
export async function countSoon(
  ctx: Ctx,
  { name, limit, windowSeconds }: Limit,
  { key: whose, times }: { key: string; times: number },
): Promise<boolean> {
  const counters = countersOf(ctx)
  const key = `${name}:${whose}`
  const nowMs = ctx.now().getTime()
  // Whoever comes meanwhile waits for the first.
  while (counters.asked.has(key)) await counters.asked.get(key)
  const known = counters.known.get(key)
  if (!known || known.expire <= nowMs) {
    const first = addTogether(ctx, '', { key, times, limit, windowSeconds })
      .then((found) => found && remember(counters, key, found, nowMs))
      .finally(() => counters.asked.delete(key))
    counters.asked.set(key, first)
    return (await first) !== undefined
  }
  if (known.points + known.pending + times > limit) {
    await tell(ctx, counters)
    return false
  }
  known.pending += times
  counters.timer ??= setTimeout(() => {
    counters.timer = undefined
    // What could not be told waits for the next time.
    tell(ctx, counters).catch(() => {})
  }, TOLD_AFTER_MS).unref()
  return true
}

/** Seconds for which somebody has to wait whom this process has just refused; nothing is asked for it. */
export function findRefusal(ctx: Ctx, { name }: Limit, whose: string): number | undefined {
  const nowMs = ctx.now().getTime()
  const refusal = countersOf(ctx).refused.get(`${name}:${whose}`)
  if (!refusal || refusal.askedAgainMs <= nowMs) return
  return Math.max(1, Math.ceil((refusal.untilMs - nowMs) / 1000))
}

export function noteRefusal(ctx: Ctx, { name }: Limit, whose: string, waitSeconds: number): void {
  const { refused } = countersOf(ctx)
  const nowMs = ctx.now().getTime()
  for (const [each, { askedAgainMs }] of refused) {
    if (askedAgainMs > nowMs && refused.size < MOST_KNOWN) break
    refused.delete(each)
  }
  const untilMs = nowMs + waitSeconds * 1000
  const askedAgainMs = Math.min(untilMs, nowMs + REFUSED_FOR_MS)
  refused.set(`${name}:${whose}`, { untilMs, askedAgainMs })
}

function countersOf({ db }: Ctx): Counters {
  const counters = allCounters.get(db) ?? {
    known: new Map(),
    asked: new Map(),
    timer: undefined,
    telling: Promise.resolve(),
    refused: new Map(),
  }
  allCounters.set(db, counters)
  return counters
}

const addTogether = batch(async (ctx: Ctx, additions: Addition[]) => {
  const rows = await addToCounters(ctx.db, additions, ctx.now())
  return additions.map(({ key }): Known | undefined => {
    const row = rows.find((each) => each.key === key)
    return row && { ...row, pending: 0 }
  })
})

function remember({ known }: Counters, key: string, found: Known, nowMs: number): Known {
  known.delete(key)
  known.set(key, found)
  if (known.size > MOST_KNOWN) forgetSome(known, nowMs)
  return found
}

function forgetSome(known: Counters['known'], nowMs: number) {
  for (const [each, { pending, expire }] of known) {
    if (pending === 0 && (expire <= nowMs || known.size > MOST_KNOWN)) known.delete(each)
    if (known.size <= MOST_KNOWN / 2) return
  }
}

/**
 * Adds to the database what was only counted here, after what is on its way there, and hears what others have
 * counted.
 */
function tell(ctx: Ctx, counters: Counters): Promise<void> {
  const told = counters.telling.then(() => tellPending(ctx, counters))
  counters.telling = told.catch(() => {})
  return told
}

async function tellPending(ctx: Ctx, { known }: Counters): Promise<void> {
  const told = [...known].flatMap(([key, { pending }]) => (pending > 0 ? [{ key, pending }] : []))
  if (told.length === 0) return
  for (const { key, pending } of told) {
    const each = known.get(key)
    if (each) Object.assign(each, { points: each.points + pending, pending: 0 })
  }
  const takeBack = () => {
    for (const { key, pending } of told) {
      const each = known.get(key)
      if (each)
        Object.assign(each, { points: each.points - pending, pending: each.pending + pending })
    }
  }
  const rows = await addToKnownCounters(
    ctx.db,
    told.map(({ key, pending }) => ({ key, times: pending })),
    ctx.now(),
  ).catch((error) => {
    takeBack()
    throw error
  })
  const points = new Map(rows.map((row) => [row.key, row.points]))
  for (const { key } of told) {
    const each = known.get(key)
    const now = points.get(key)
    // A counter that is gone, with its window or with its person, is not brought back.
    if (now === undefined) known.delete(key)
    else if (each) each.points = now
  }
}
