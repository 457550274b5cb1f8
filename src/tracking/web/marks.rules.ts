/** The two marks that advertising services know visits by; each lives in a cookie of its name. */
export type Marks = { fbp?: string; fbc?: string }

/** Days that a mark stays in the browser, counted from when it was made. */
export const MARK_DAYS = 90

/** A click id as advertising services append it: nothing else is taken over into a cookie. */
const CLICK_ID = /^[\w-]{1,400}$/

/** Names this browser by nothing but chance. `random` is from 0 up to, but not including, 1. */
export function newBrowserMark(now: Date, random: number): string {
  return `fb.1.${now.getTime()}.${Math.floor(random * 1e10)}`
}

/**
 * What to keep of the click that led here; undefined when there is nothing new. The same click
 * seen again keeps the time it was first seen at.
 */
export function newClickMark(
  clickId: string | undefined,
  kept: string | undefined,
  now: Date,
): string | undefined {
  if (clickId === undefined || !CLICK_ID.test(clickId)) return
  if (kept?.endsWith(`.${clickId}`)) return
  return `fb.1.${now.getTime()}.${clickId}`
}

export function readCookie(cookies: string, name: string): string | undefined {
  for (const cookie of cookies.split(';')) {
    const [key = '', ...value] = cookie.split('=')
    if (key.trim() === name) return value.join('=').trim() || undefined
  }
}

/** Cookies that are there for advertising alone: our two marks, and those of the tags we load. */
export function advertisingCookies(cookies: string): string[] {
  const names = cookies.split(';').map((cookie) => (cookie.split('=')[0] ?? '').trim())
  return names.filter((name) => /^_(fb[cp]|ga|gid|gat|gcl)/.test(name))
}

/** Every domain that a page of this host may have set a cookie for, besides the host's own. */
export function cookieDomains(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
