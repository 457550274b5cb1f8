import type { Viewer } from '#app/membership/server/membership.ts'

/** Whether this viewer may see a deal's name and retailer. `freeDealIds` are the day's, the same for all. */
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
