import type { Viewer } from '#app/membership/server/membership.ts'

/** Deals that a signed-in person who is not a member may open on one day. */
export const FREE_DEALS_A_DAY = 3

/**
 * May this viewer see what the deal is and where it is sold? `freeDealIds` are the day's free
 * preview, the same for everyone.
 */
export function mayOpen(viewer: Viewer, dealId: string, freeDealIds: ReadonlySet<string>): boolean {
  switch (viewer.class) {
    case 'member':
      return true
    case 'free':
      return freeDealIds.has(dealId)
    case 'visitor':
      return false
  }
}
