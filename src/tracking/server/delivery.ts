import { isWithdrawn } from '#app/server/consent/withdrawals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { NotTaken } from '#app/server/jobs/jobs.ts'
import { errorKind } from '#app/server/observability/error-kind.ts'
import { outbound } from '#app/server/observability/outbound.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { MARKETING_EVENT_DELIVERABLE_MS } from '#app/tracking/tracking.facts.ts'
import {
  findWaitingEvents,
  finishEvent,
  startAttempt,
  updateLastError,
} from './marketing-events.queries.ts'
import { purgeOldMarketingEvents, queueMarketingDelivery } from './marketing-events.ts'

/** Far past the first retries: an event that still waits may have lost its job. */
const LOST_AFTER_MS = 30 * MINUTE_MS
const PAGE = 100

/** Delivers events to the marketing service at least once; their id makes each count once. */
export function marketingEventsQueue({ timeoutMs = 5000 } = {}): Queue {
  return {
    policy: 'exclusive',
    atOnce: 5,
    longestSeconds: 60,
    work: (ctx, { id }: { id: string }) => deliver(ctx, id, timeoutMs),
  }
}

/** Queues events again whose job was lost, and purges old ones. */
export const marketingSweepQueue: Queue = {
  cron: '27 * * * *',
  work: async (ctx) => {
    await requeueLostEvents(ctx)
    await purgeOldMarketingEvents(ctx)
  },
}

/** Throws when it was not accepted, so that its job is retried. */
async function deliver(ctx: AppContext, id: string, timeoutMs: number): Promise<void> {
  const event = await startAttempt(ctx.db, id)
  if (!event) return
  const drop = (lastError: string) =>
    finishEvent(ctx.db, id, { state: 'dropped', lastError, finishedAt: ctx.now() })

  const to = ctx.config.tracking?.conversions
  if (!to) return drop('not configured any more')
  if (ctx.now().getTime() - event.happenedAt.getTime() >= MARKETING_EVENT_DELIVERABLE_MS) {
    const { lastError: problem } = event
    ctx.log.warn(
      { marketingEventId: id, problem },
      'a marketing event was not delivered for a week',
    )
    return drop('too old')
  }
  // It may have been withdrawn since the attempt was counted.
  if (await isWithdrawn(ctx.db, event.consentId)) return drop('withdrawn')

  const answer = await post(to, event.payload, timeoutMs)
  if (answer === 'taken') {
    return finishEvent(ctx.db, id, { state: 'sent', lastError: null, finishedAt: ctx.now() })
  }
  if (isFinal(answer)) {
    ctx.log.warn({ marketingEventId: id, answer }, 'a marketing event was refused')
    return drop(`answered ${answer}`)
  }
  const problem = typeof answer === 'number' ? `answered ${answer}` : answer
  await updateLastError(ctx.db, id, problem)
  if (event.attempts === 1) {
    ctx.log.warn({ marketingEventId: id, problem }, 'a marketing event is not delivered yet')
  }
  throw new NotTaken(`A marketing event was not delivered: ${problem}`)
}

/** The status it was refused with, or why there was none. The body is not read. */
async function post(
  { url, token }: { url: string; token: string },
  payload: unknown,
  timeoutMs: number,
): Promise<'taken' | `no answer: ${string}` | number> {
  try {
    const send = () =>
      fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json' },
        // In the body, where the service looks for it and no log on the way does.
        body: JSON.stringify({ data: [payload], access_token: token }),
      })
    const response = await outbound('conversions', 'send', send)
    await response.body?.cancel()
    return response.ok ? 'taken' : response.status
  } catch (error) {
    // What `fetch` throws says what it was in its cause.
    return `no answer: ${errorKind((error as Error).cause ?? error)}`
  }
}

/**
 * Whether retrying is of no use: the event itself is wrong. Everything else may pass: an outage, and
 * a token or address of ours that is out of date until somebody mends it.
 */
function isFinal(answer: string | number): boolean {
  return answer === 400 || answer === 413 || answer === 422
}

async function requeueLostEvents(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - LOST_AFTER_MS)
  let after = ''
  for (;;) {
    const events = await findWaitingEvents(ctx.db, { before, after, limit: PAGE })
    await ctx.db.transaction().execute(async (trx) => {
      for (const { id } of events) await queueMarketingDelivery(trx, ctx, id)
    })
    const last = events.at(-1)
    if (!last || events.length < PAGE) return
    after = last.id
  }
}
