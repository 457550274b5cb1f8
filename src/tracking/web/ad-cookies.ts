import type { CookieName } from '#app/shared/browser-data.ts'
import { AD_COOKIE_MS } from '#app/tracking/tracking.facts.ts'
import { readAdCookie } from '#app/web/cookies.rules.ts'
import {
  type AdCookies,
  advertisingCookies,
  cookieDomains,
  newBrowserId,
  newClickId,
} from './ad-cookies.rules.ts'

const BROWSER_COOKIE = '_fbp' satisfies CookieName
const CLICK_COOKIE = '_fbc' satisfies CookieName

/** Sets missing cookies; call it only with the visitor's consent. */
export function setAdCookies(clickId: string | undefined): void {
  const now = new Date()
  const { fbp, fbc } = readAdCookies()
  if (!fbp) keep(BROWSER_COOKIE, newBrowserId(now, Math.random()))
  const newClick = newClickId(clickId, fbc, now)
  if (newClick) keep(CLICK_COOKIE, newClick)
}

export function readAdCookies(): AdCookies {
  const fbp = readAdCookie(document.cookie, BROWSER_COOKIE)
  const fbc = readAdCookie(document.cookie, CLICK_COOKIE)
  return { ...(fbp ? { fbp } : {}), ...(fbc ? { fbc } : {}) }
}

/** Deletes our cookies and those of tags, which use the widest domain they can. */
export function deleteAdCookies(): void {
  for (const name of advertisingCookies(document.cookie)) {
    const domains = cookieDomains(location.hostname).map((domain) => `; domain=${domain}`)
    for (const domain of ['', ...domains]) write(`${name}=; path=/; max-age=0${domain}`)
  }
}

function keep(name: CookieName, value: string) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  write(`${name}=${value}; path=/; max-age=${AD_COOKIE_MS / 1000}; samesite=lax${secure}`)
}

function write(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = cookie
}
