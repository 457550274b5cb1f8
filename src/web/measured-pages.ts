const MEASURED = new Set([
  '/',
  '/daily-deals',
  '/join-now',
  '/get-access',
  '/start-saving',
  '/subscribe',
  '/checkout/cancel',
  '/privacy-policy',
  '/terms',
])
const DEAL = /^\/deal\/[\w-]{1,64}$/

/**
 * Whether marketing may be told that somebody saw this page. Those that are left out carry a secret
 * in their address, ask for a password, show somebody's own affairs or belong to the back office.
 */
export function isMeasuredPage(path: string): boolean {
  return MEASURED.has(path) || DEAL.test(path)
}

/** What names a payment, opens a door, or turns the front page into the form that signs in. */
const NOT_FOR_TAGS = ['session_id', 'link', 'token', 'signin']

/** Whether programs of others may run on a page: they can read its address and all that is on it. */
export function isOpenToTags({ pathname, searchParams }: URL): boolean {
  if (NOT_FOR_TAGS.some((name) => searchParams.has(name))) return false
  return isMeasuredPage(pathname.replace(/(.)\/+$/, '$1'))
}
