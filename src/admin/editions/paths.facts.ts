import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'
import type { SeenAs } from './editions.facts.ts'

// Kept apart from the other path builders, which every first visit loads.

/** The calendar, of a given month or the current one. */
export function editionsPath(month?: string): string {
  const { path } = ADMIN_PAGES.editions
  return month ? `${path}?month=${month}` : path
}

/** The board of a day's edition. */
export function editionPath(day: string): string {
  return ADMIN_PAGES.edition.path.replace(':day', day)
}

/** The preview of an edition as a class of viewer sees it, starting at a page of the site. */
export function editionSeenPath(day: string, viewer: SeenAs, at?: string): string {
  return `${editionPath(day)}?as=${viewer}${at ? `&at=${encodeURIComponent(at)}` : ''}`
}
