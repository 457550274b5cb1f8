import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'
import type { SeenAs } from './editions.facts.ts'

// Apart from all other ways to write a link, which every first visit loads.

/** The calendar, of a month where one is said. */
export function editionsPath(month?: string): string {
  const { path } = ADMIN_PAGES.editions
  return month ? `${path}?month=${month}` : path
}

/** The board of a day. */
export function editionPath(day: string): string {
  return ADMIN_PAGES.edition.path.replace(':day', day)
}

/** The same as somebody of a class would see it, from a page of the site on. */
export function editionSeenPath(day: string, viewer: SeenAs, at?: string): string {
  return `${editionPath(day)}?as=${viewer}${at ? `&at=${encodeURIComponent(at)}` : ''}`
}
