/** The browser id and click id of advertising services, each stored in a cookie of its own. */
export type AdCookies = { fbp?: string; fbc?: string }

/** The format of a click id; nothing else is taken over into a cookie. */
const CLICK_ID = /^[\w-]{1,400}$/

/** Creates a random id. `random` is in [0, 1). */
export function newBrowserId(now: Date, random: number): string {
  return `fb.1.${now.getTime()}.${Math.floor(random * 1e10)}`
}

/**
 * Returns the cookie value of the ad click that led here; undefined if it is not new. A repeated click keeps
 * the time of its first visit.
 */
export function newClickId(
  clickId: string | undefined,
  kept: string | undefined,
  now: Date,
): string | undefined {
  if (clickId === undefined || !CLICK_ID.test(clickId)) return
  if (kept?.endsWith(`.${clickId}`)) return
  return `fb.1.${now.getTime()}.${clickId}`
}

/** Returns the names of advertising cookies: our two, and those of the tags we load. */
export function advertisingCookies(cookies: string): string[] {
  const names = cookies.split(';').map((cookie) => (cookie.split('=')[0] ?? '').trim())
  return names.filter((name) => /^_(fb[cp]|ga|gid|gat|gcl)/.test(name))
}

/** Returns every domain, besides the host itself, that a page of this host may have set a cookie for. */
export function cookieDomains(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
