import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { doWhatIsDue, nextDueMs } from './life.ts'

/** The longest delay of a request by due work: an import may hold the lock, or the database be unreachable. */
const LONGEST_WAIT_MS = 1500
const REST_MS = 1000

/**
 * Keeps answers in step with the clock: the first request after a start or an end does the due work, and the
 * caches of this process are dropped. Otherwise a request costs one comparison.
 */
export function keepDealsInTime(http: Http, ctx: AppContext) {
  let dueMs = Number.POSITIVE_INFINITY
  /** True when deals have changed since `dueMs` was read. */
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
        // Another process may have done the work, and its announcement may not have arrived yet.
        if (hasPassed) ctx.live.expire('deals')
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'what is due of the deals could not be done: it is tried again')
      isUnknown = true
      // Cached answers may be served a little longer, unless a due time has passed.
      if (isPast()) ctx.live.expire('deals')
      rest()
    }
  }

  /** Pauses, so that requests do not wait for work that fails or takes too long. */
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
