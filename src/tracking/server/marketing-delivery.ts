import { isWithdrawn } from '#app/server/consent/consent-withdrawals.ts'
import type { AppContext } from '#app/server/context.ts'
import { NotTaken, type Queue } from '#app/server/jobs.ts'
import { findWaitingEvents, finishEvent, noteFailure, startAttempt } from './marketing.queries.ts'
import { purgeOldMarketingEvents, queueTelling } from './marketing.ts'

const MINUTE_MS = 60_000
/** The service refuses what is older, and everything else that comes with it. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * MINUTE_MS
/** Far past the first retries: whoever still waits may have lost their job. */
const LOST_AFTER_MS = 30 * MINUTE_MS
const PAGE = 100

/** Tells the marketing service: at least once, by an id that makes it count once. */
export function marketingQueue({ timeoutMs = 5000 } = {}): Queue {
  return {
    policy: 'exclusive',
    atOnce: 5,
    longestSeconds: 60,
    work: (ctx, { id }: { id: string }) => tell(ctx, id, timeoutMs),
  }
}

/** Promises again what has lost its job, and forgets what was told last season. */
export const marketingSweepQueue: Queue = {
  cron: '27 * * * *',
  work: async (ctx) => {
    await findLostEvents(ctx)
    await purgeOldMarketingEvents(ctx)
  },
}

/** Throws when it was not taken, so that its job is tried again. */
async function tell(ctx: AppContext, id: string, timeoutMs: number): Promise<void> {
  const event = await startAttempt(ctx.db, id)
  if (!event) return
  const drop = (lastError: string) =>
    finishEvent(ctx.db, id, { state: 'dropped', lastError, finishedAt: ctx.now() })

  const to = ctx.config.tracking?.conversions
  if (!to) return drop('not configured any more')
  if (ctx.now().getTime() - event.happenedAt.getTime() >= GIVE_UP_AFTER_MS) {
    ctx.log.warn({ marketingEventId: id }, 'nobody took a marketing event for a week')
    return drop('too old')
  }
  // Between the attempt and the call.
  if (await isWithdrawn(ctx.db, event.consentId)) return drop('withdrawn')

  const answer = await post(to, event.payload, timeoutMs)
  if (answer === 'taken') {
    return finishEvent(ctx.db, id, { state: 'sent', lastError: null, finishedAt: ctx.now() })
  }
  if (isFinal(answer)) {
    ctx.log.warn({ marketingEventId: id, answer }, 'the marketing service refused an event')
    return drop(`answered ${answer}`)
  }
  const problem = typeof answer === 'number' ? `answered ${answer}` : answer
  await noteFailure(ctx.db, id, problem)
  if (event.attempts === 1) {
    ctx.log.warn({ marketingEventId: id, problem }, 'an event is not taken yet')
  }
  throw new NotTaken(`The marketing service did not take an event: ${problem}`)
}

/** The status it was refused with, or why there was none. Whatever else it answers is not read. */
async function post(
  { url, token }: { url: string; token: string },
  payload: unknown,
  timeoutMs: number,
): Promise<'taken' | 'no answer' | number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'application/json' },
      // In the body, where the service looks for it and no log on the way does.
      body: JSON.stringify({ data: [payload], access_token: token }),
    })
    await response.body?.cancel()
    return response.ok ? 'taken' : response.status
  } catch {
    return 'no answer'
  }
}

/**
 * What is wrong with an event stays wrong. Everything else passes: a service that is away, and a
 * token or an address of ours that is out of date until somebody sees to it.
 */
function isFinal(answer: 'no answer' | number): boolean {
  return answer === 400 || answer === 413 || answer === 422
}

async function findLostEvents(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - LOST_AFTER_MS)
  let after = ''
  for (;;) {
    const events = await findWaitingEvents(ctx.db, { before, after, limit: PAGE })
    await ctx.db.transaction().execute(async (trx) => {
      for (const { id } of events) await queueTelling(trx, ctx, id)
    })
    const last = events.at(-1)
    if (!last || events.length < PAGE) return
    after = last.id
  }
}
