import { dropMonthsBefore } from '#app/db/months.ts'
import type { DealWithLink } from '#app/deals/deals.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { type ClickType, FILTERED_EVENTS, type LogEvent } from '#app/tracking/tracking.contract.ts'
import { EVENT_KEPT_MS } from '#app/tracking/tracking.facts.ts'
import { deleteEventsBefore, insertClick, insertEvent } from './tracking.queries.ts'
import { type ClickRequest, classifyClick, destinationOf, REPEAT_MS } from './tracking.rules.ts'

const EVENTS_A_MINUTE = 60

type Click = Omit<ClickRequest, 'wasOpenedJustNow'> & {
  dealId: string
  clickType: ClickType | undefined
}

/**
 * Answers a deal with its retailer link, for the outbound redirect, once the click is recorded.
 * Throws what `openDeal` throws for those who may not, and 429 after too many in a day.
 */
export async function redirectToRetailer(
  ctx: AppContext,
  catalogue: Catalogue,
  click: Click & { viewer: Promise<Viewer> },
): Promise<DealWithLink> {
  const { viewer: whoever, ...what } = click
  const { deal, viewer } = await catalogue.openDeal(whoever, what.dealId)
  // Looking anyway at what has ended is no click on a deal.
  if (viewer.userId !== undefined && deal.state === 'live') {
    await recordOutboundClick(ctx, { ...what, userId: viewer.userId })
  }
  if (deal.buyUrl === undefined) return deal
  return { ...deal, buyUrl: destinationOf(deal.buyUrl, ctx.config.retailerStandInUrl) }
}

async function recordOutboundClick(
  ctx: AppContext,
  { userId, dealId, clickType, ...request }: Click & { userId: string },
): Promise<void> {
  const clickedAt = ctx.now()
  await insertClick(ctx.db, {
    dealId,
    userId,
    clickType: clickType ?? 'other',
    clickedAt,
    kind: classifyClick({ ...request, wasOpenedJustNow: false }),
    kindOfRepeat: classifyClick({ ...request, wasOpenedJustNow: true }),
    repeatsSince: new Date(clickedAt.getTime() - REPEAT_MS),
  })
}

/** Records an event that a page reports; throws 429 when one network reports too many. */
export async function recordEvent(
  ctx: AppContext,
  { event, userId, network }: { event: LogEvent; userId: string | undefined; network: string },
): Promise<void> {
  const throttle = createThrottle(ctx, {
    name: 'log-event',
    limit: EVENTS_A_MINUTE,
    windowSeconds: 60,
  })
  if ((FILTERED_EVENTS as readonly string[]).includes(event.eventType)) return
  const verdict = await throttle.consume(network)
  if (!verdict.isAllowed) throw tooManyRequests('Too many events.', verdict.waitSeconds)
  await insertEvent(ctx.db, {
    type: event.eventType,
    data: JSON.stringify(event.eventData),
    userId: userId ?? null,
    happenedAt: ctx.now(),
  })
}

export async function purgeOldEvents(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - EVENT_KEPT_MS)
  await dropMonthsBefore(ctx.db, 'events', before)
  // What is left of the month that is not over yet.
  await deleteEventsBefore(ctx.db, before)
}
