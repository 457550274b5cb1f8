import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { doWhatIsDue, nextDueMs } from './life.ts'

/** Nobody waits longer for what is due: a sheet may be being imported, or the database be away. */
const LONGEST_WAIT_MS = 1500
const REST_MS = 1000

/**
 * Lets no request be answered with what the clock has made untrue: the first that comes after a start or an
 * end does what is due, and whatever this process keeps is dropped. Until then it costs a comparison.
 */
export function keepDealsInTime(http: Http, ctx: AppContext) {
  let dueMs = Number.POSITIVE_INFINITY
  /** Deals have changed since that was read. */
  let isUnknown = true
  let underWay: Promise<void> | undefined
  let isResting = false
  let isClosed = false

  const isPast = () => ctx.now().getTime() >= dueMs
  const isBehind = () => isUnknown || isPast() || underWay !== undefined

  function catchUp(): Promise<void> {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function work() {
    try {
      while (!isClosed && (isUnknown || isPast())) {
        const hasPassed = isPast()
        isUnknown = false
        if (hasPassed) await doWhatIsDue(ctx)
        dueMs = await nextDueMs(ctx)
        // Another process may have done it, and its word not be here yet.
        if (hasPassed) ctx.live.expire('deals')
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'what is due of the deals could not be done: it is tried again')
      isUnknown = true
      // What was there a moment ago may still be shown, unless its time is over.
      if (isPast()) ctx.live.expire('deals')
      rest()
    }
  }

  /** Requests go on without it for a moment. */
  function rest() {
    isResting = true
    setTimeout(() => {
      isResting = false
    }, REST_MS).unref()
  }

  ctx.live.subscribe('deals', () => {
    isUnknown = true
    if (!isClosed && !isResting) void catchUp()
  })
  ctx.live.lasts('deals', () => dueMs - ctx.now().getTime())

  http.addHook('onClose', async () => {
    isClosed = true
    await underWay
  })
  http.addHook('onRequest', (_request, _reply, done) => {
    if (isResting || !isBehind()) return done()
    let goOn: (() => void) | undefined = done
    const answer = () => {
      clearTimeout(timer)
      goOn?.()
      goOn = undefined
    }
    const timer = setTimeout(() => {
      rest()
      answer()
    }, LONGEST_WAIT_MS)
    void catchUp().then(answer)
  })
}
