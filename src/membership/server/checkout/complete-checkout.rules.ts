/** How long after paying the browser that paid may finish; later, it takes a link by mail. */
const FINISH_WITHIN_MS = 60 * 60 * 1000
/** How long such a link can be used. */
export const CHECKOUT_LINK_MS = 30 * 60 * 1000
/** Mails with such a link to one address in an hour. */
export const LINKS_PER_ADDRESS = 3
export const LINKS_WINDOW_SECONDS = 60 * 60
/** How long a link can be exchanged for a new one, once it has run out. */
export const LINK_KEPT_MS = 90 * 24 * 60 * 60 * 1000

export function isTooLate(completedAt: Date, now: Date): boolean {
  return now.getTime() - completedAt.getTime() > FINISH_WITHIN_MS
}
