import { dropMonthsBefore } from '#app/db/months.ts'
import type { Deal, DealWithLink } from '#app/deals/deals.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { outboundAddress } from '#app/deals/server/retailers/outbound.rules.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { type ClickType, FILTERED_EVENTS, type LogEvent } from '#app/tracking/tracking.contract.ts'
import {
  CLICK_KEPT_DAYS,
  EVENT_KEPT_MS,
  REPEAT_MS,
  TRIP_KEPT_MS,
  TRIP_NUMBERS_TRAVEL,
} from '#app/tracking/tracking.facts.ts'
import {
  deleteClicksBefore,
  deleteEventsBefore,
  deleteTripsBefore,
  insertClick,
  insertEvent,
  type NewTrip,
  type WayOut,
} from './tracking.queries.ts'
import { type ClickRequest, classifyClick, destinationOf, shownPrices } from './tracking.rules.ts'
import { newTripNumber } from './trip-number.ts'

const EVENTS_A_MINUTE = 60

type Click = Omit<ClickRequest, 'wasOpenedJustNow'> & {
  dealId: string
  clickType: ClickType | undefined
  /** Whether the browser sends Global Privacy Control. */
  isGlobalPrivacyControl: boolean
}

/**
 * Records the outbound click and returns the deal with its retailer link. A member's counted click creates a
 * trip, whose number is added to the link if the retailer can report it back. Throws what `openDeal` throws,
 * and 429 after too many in a day.
 */
export async function redirectToRetailer(
  ctx: AppContext,
  catalogue: Catalogue,
  click: Click & { viewer: Promise<Viewer> },
): Promise<DealWithLink> {
  const { viewer: whoever, isGlobalPrivacyControl, ...what } = click
  const { deal, viewer } = await catalogue.openDeal(whoever, what.dealId)
  // Visiting the shop of an ended deal is no click on a deal and uses the plain link.
  const mayTravel = TRIP_NUMBERS_TRAVEL && !isGlobalPrivacyControl
  const way =
    viewer.userId !== undefined && deal.state === 'live'
      ? await recordOutboundClick(ctx, {
          ...what,
          userId: viewer.userId,
          trip: viewer.class === 'member' ? { ...shownPrices(deal), mayTravel } : undefined,
        })
      : undefined
  if (deal.buyUrl === undefined) return deal
  const address = outboundAddress(deal.buyUrl, way, mayTravel ? way?.tripNumber : undefined)
  return { ...deal, buyUrl: destinationOf(address, ctx.config.retailerStandInUrl) }
}

/** For the demo: records a past trip. Returns its number. */
export async function recordTrip(
  ctx: AppContext,
  { userId, deal, ...price }: { userId: string; deal: Deal } & Pick<NewTrip, 'basis' | 'isProven'>,
): Promise<string | undefined> {
  const { tripNumber } = await recordOutboundClick(ctx, {
    userId,
    dealId: deal.id,
    clickType: 'deal-card' as const,
    method: 'GET',
    purposes: [],
    fetchSite: undefined,
    isBot: false,
    trip: {
      ...shownPrices(price.basis === 'unknown' ? { ...deal, originalPrice: null } : deal),
      ...price,
      mayTravel: TRIP_NUMBERS_TRAVEL,
    },
  })
  return tripNumber
}

type OutboundClick = Omit<Click, 'isGlobalPrivacyControl'> & {
  userId: string
  trip: Omit<NewTrip, 'number'> | undefined
}

/** Records the click and returns how to build the link, with the number of the new or repeated trip. */
async function recordOutboundClick(
  ctx: AppContext,
  { userId, dealId, clickType, trip, ...request }: OutboundClick,
): Promise<WayOut> {
  const clickedAt = ctx.now()
  return insertClick(ctx.db, {
    dealId,
    userId,
    clickType: clickType ?? 'other',
    clickedAt,
    kind: classifyClick({ ...request, wasOpenedJustNow: false }),
    kindOfRepeat: classifyClick({ ...request, wasOpenedJustNow: true }),
    repeatsSince: new Date(clickedAt.getTime() - REPEAT_MS),
    trip: trip && { ...trip, number: newTripNumber() },
  })
}

/** Records an event reported by a page. Throws 429 if a network reports too many. */
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

export async function purgeOldClicks(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - CLICK_KEPT_DAYS * DAY_MS)
  await dropMonthsBefore(ctx.db, 'clicks', before)
  // The rest, in the month that is only partly expired.
  await deleteClicksBefore(ctx.db, before)
}

export async function purgeOldEvents(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - EVENT_KEPT_MS)
  await dropMonthsBefore(ctx.db, 'events', before)
  // The rest, in the month that is only partly expired.
  await deleteEventsBefore(ctx.db, before)
}

export async function purgeOldTrips(ctx: AppContext): Promise<void> {
  await deleteTripsBefore(ctx.db, new Date(ctx.now().getTime() - TRIP_KEPT_MS))
}
