import type { Viewer } from '#app/membership/server/membership.ts'

/**
 * Whether this viewer may see the name and the retailer of a deal. `freeDealIds` are the day's free deals, the
 * same for everyone.
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
