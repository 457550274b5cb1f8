import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'

/** Kept apart because only the back office links to these. */
export function productFeedsPath(feedId = ''): string {
  return ADMIN_PAGES.productFeeds.path + (feedId && `#feed-${feedId}`)
}

/** The pool of candidates, narrowed by its parameters. */
export function candidatesPath(parameters: Record<string, string> = {}): string {
  const search = new URLSearchParams(parameters)
  return ADMIN_PAGES.candidates.path + (search.size > 0 ? `?${search}` : '')
}

/** The place on the page of all deals where sheets are uploaded. */
export const UPLOAD_PLACE = 'upload'
export function uploadPath(): string {
  return `${ADMIN_PAGES.deals.path}#${UPLOAD_PLACE}`
}
