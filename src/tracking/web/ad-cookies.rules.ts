/** Browser id and click id of advertising services; each lives in a cookie of its name. */
export type AdCookies = { fbp?: string; fbc?: string }

/** A click id as advertising services append it: nothing else is taken over into a cookie. */
const CLICK_ID = /^[\w-]{1,400}$/

/** A random id. `random` is from 0 up to, but not including, 1. */
export function newBrowserId(now: Date, random: number): string {
  return `fb.1.${now.getTime()}.${Math.floor(random * 1e10)}`
}

/**
 * The ad click that led here, for its cookie; undefined when there is nothing new. The same click
 * seen again keeps the time it was first seen at.
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

/** Cookies that are there for advertising alone: our two, and those of the tags we load. */
export function advertisingCookies(cookies: string): string[] {
  const names = cookies.split(';').map((cookie) => (cookie.split('=')[0] ?? '').trim())
  return names.filter((name) => /^_(fb[cp]|ga|gid|gat|gcl)/.test(name))
}

/** Every domain that a page of this host may have set a cookie for, besides the host's own. */
export function cookieDomains(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
