/** Statuses that open the feed. Any other word, known or not, does not. */
export const MEMBER_STATUSES = ['active', 'trialing'] as const

export function isMemberStatus(status: string): boolean {
  return (MEMBER_STATUSES as readonly string[]).includes(status)
}

type Row = { status: string; updatedAt: Date }

/** Of all a person ever had, the one to show: one that opens the feed, else the latest. */
export function pickSubscription<S extends Row>(subscriptions: S[]): S | undefined {
  return subscriptions.toSorted(
    (a, b) =>
      Number(isMemberStatus(b.status)) - Number(isMemberStatus(a.status)) ||
      b.updatedAt.getTime() - a.updatedAt.getTime(),
  )[0]
}
