import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'

/** Only the back office writes these. */
export function productFeedsPath(feedId = ''): string {
  return ADMIN_PAGES.productFeeds.path + (feedId && `#feed-${feedId}`)
}

/** The pool, narrowed to what its parameters say. */
export function candidatesPath(parameters: Record<string, string> = {}): string {
  const search = new URLSearchParams(parameters)
  return ADMIN_PAGES.candidates.path + (search.size > 0 ? `?${search}` : '')
}

/** Where sheets are uploaded, on the page of all deals. */
export const UPLOAD_PLACE = 'upload'
export function uploadPath(): string {
  return `${ADMIN_PAGES.deals.path}#${UPLOAD_PLACE}`
}
