import {
  advertisingCookies,
  cookieDomains,
  MARK_DAYS,
  type Marks,
  newBrowserMark,
  newClickMark,
  readCookie,
} from './marks.rules.ts'

const BROWSER_COOKIE = '_fbp'
const CLICK_COOKIE = '_fbc'

/** Only with the visitor's agreement: makes the marks that are missing. */
export function keepMarks(clickId: string | undefined): void {
  const now = new Date()
  const { fbp, fbc } = readMarks()
  if (!fbp) keep(BROWSER_COOKIE, newBrowserMark(now, Math.random()))
  const clickMark = newClickMark(clickId, fbc, now)
  if (clickMark) keep(CLICK_COOKIE, clickMark)
}

export function readMarks(): Marks {
  const fbp = readCookie(document.cookie, BROWSER_COOKIE)
  const fbc = readCookie(document.cookie, CLICK_COOKIE)
  return { ...(fbp ? { fbp } : {}), ...(fbc ? { fbc } : {}) }
}

/** Ours, and what tags have left: those set theirs for as wide a domain as they may. */
export function forgetMarks(): void {
  for (const name of advertisingCookies(document.cookie)) {
    const domains = cookieDomains(location.hostname).map((domain) => `; domain=${domain}`)
    for (const domain of ['', ...domains]) write(`${name}=; path=/; max-age=0${domain}`)
  }
}

function keep(name: string, value: string) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  write(`${name}=${value}; path=/; max-age=${MARK_DAYS * 24 * 60 * 60}; samesite=lax${secure}`)
}

function write(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet.
  document.cookie = cookie
}
