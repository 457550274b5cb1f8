import { batch } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { type Addition, addToCounters, addToKnownCounters } from './counters.queries.ts'
import type { Limit } from './throttle.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>

/** A counter as this process knows it; `pending` is not yet written to the database. */
type Known = { points: number; pending: number; expire: number }

type Counters = {
  known: Map<string, Known>
  /** Counters being read for the first time. */
  asked: Map<string, Promise<Known | undefined>>
  timer: NodeJS.Timeout | undefined
  /** The write in progress; until it is done, the database lags behind this process. */
  telling: Promise<void>
  /** Refused keys: until when they are refused, and until when to believe that without asking the database. */
  refused: Map<string, { untilMs: number; askedAgainMs: number }>
}

const allCounters = new WeakMap<object, Counters>()

/** Delay after which other processes know of a count. */
const TOLD_AFTER_MS = 1000
/** More people than one process serves within a window; beyond that, counters are read again. */
const MOST_KNOWN = 50_000
/** How long a refusal is cached: repeated requests cost nothing, and nobody waits longer than this in vain. */
const REFUSED_FOR_MS = 10_000

/**
 * Counts events that are so frequent that one statement each would be most of their cost. The first of a window is
 * counted in the database; later ones are written there within a second, batched. Returns false, counting nothing, when
 * the limit may be exceeded; an exact throttle can decide then. A single process never exceeds the limit; several learn
 * of each other's counts a second late.
 */
export async function countSoon(
  ctx: Ctx,
  { name, limit, windowSeconds }: Limit,
  { key: whose, times }: { key: string; times: number },
): Promise<boolean> {
  const counters = countersOf(ctx)
  const key = `${name}:${whose}`
  const nowMs = ctx.now().getTime()
  // Concurrent calls wait for the first one.
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
    // On failure the counts stay pending until the next time.
    tell(ctx, counters).catch(() => {})
  }, TOLD_AFTER_MS).unref()
  return true
}

/** Seconds to wait for a key that this process has just refused; needs no query. */
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
 * Writes pending counts to the database, after any write in progress, and reads what other processes have
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
    // Do not recreate a counter that was deleted with its window or its person.
    if (now === undefined) known.delete(key)
    else if (each) each.points = now
  }
}
