import type { Viewer } from '#app/membership/server/membership.ts'

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
