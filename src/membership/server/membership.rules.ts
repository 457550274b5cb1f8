/**
 * What the provider's statuses mean to us. Each status stands in the lists it belongs to; one that
 * is invented later stands in none, and opens nothing.
 */

/** Statuses that open the feed. */
export const MEMBER_STATUSES = ['active', 'trialing'] as const

/** Statuses beside which a second subscription is a duplicate. */
export const LIVE_STATUSES = ['trialing', 'active', 'past_due'] as const

/** Final statuses: to return, a person subscribes anew. */
export const ENDED_STATUSES = ['canceled', 'incomplete_expired'] as const

export function isMemberStatus(status: string): boolean {
  return (MEMBER_STATUSES as readonly string[]).includes(status)
}

export function isLiveStatus(status: string): boolean {
  return (LIVE_STATUSES as readonly string[]).includes(status)
}

export function isEndedStatus(status: string): boolean {
  return (ENDED_STATUSES as readonly string[]).includes(status)
}

type Row = { status: string; updatedAt: Date }

/** Of all subscriptions a person ever had, the one to show: one that opens the feed, else the latest. */
export function pickSubscription<S extends Row>(subscriptions: S[]): S | undefined {
  return subscriptions.toSorted(
    (a, b) =>
      Number(isMemberStatus(b.status)) - Number(isMemberStatus(a.status)) ||
      b.updatedAt.getTime() - a.updatedAt.getTime(),
  )[0]
}
