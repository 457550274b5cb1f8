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

/** Far beyond the first retries: an event still waiting may have lost its job. */
const LOST_AFTER_MS = 30 * MINUTE_MS
const PAGE = 100

/** Delivers events at least once; the service deduplicates them by id. */
export function marketingEventsQueue({ timeoutMs = 5000 } = {}): Queue {
  return {
    policy: 'exclusive',
    atOnce: 5,
    longestSeconds: 60,
    work: (ctx, { id }: { id: string }) => deliver(ctx, id, timeoutMs),
  }
}

/** Queues events again that have lost their job, and purges old ones. */
export const marketingSweepQueue: Queue = {
  cron: '27 * * * *',
  work: async (ctx) => {
    await requeueLostEvents(ctx)
    await purgeOldMarketingEvents(ctx)
  },
}

/** Throws if the event was not accepted, so that the job is retried. */
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
  // The consent may have been withdrawn since the attempt was counted.
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

/** Returns the status of a refusal, or why there was no answer. The body is not read. */
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
        // The token goes in the body, where the service expects it and no proxy logs it.
        body: JSON.stringify({ data: [payload], access_token: token }),
      })
    const response = await outbound('conversions', 'send', send)
    await response.body?.cancel()
    return response.ok ? 'taken' : response.status
  } catch (error) {
    // The cause of what `fetch` throws has the actual reason.
    return `no answer: ${errorKind((error as Error).cause ?? error)}`
  }
}

/**
 * Tells whether retrying is useless because the event itself is invalid. Other failures may pass: an outage,
 * or an outdated token or address of ours until somebody corrects it.
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
