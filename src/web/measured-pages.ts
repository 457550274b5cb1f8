const MEASURED = new Set([
  '/',
  '/daily-deals',
  '/join-now',
  '/get-access',
  '/start-saving',
  '/subscribe',
  '/sign-in',
  '/forgot-password',
  '/checkout/cancel',
  '/privacy-policy',
  '/terms',
])
const DEAL = /^\/deal\/[\w-]{1,64}$/

/**
 * Whether marketing may be told that somebody saw this page. Those that are left out carry a secret
 * in their address, show somebody's own affairs or belong to the back office.
 */
export function isMeasuredPage(path: string): boolean {
  return MEASURED.has(path) || DEAL.test(path)
}
