import { type CookieName, LONGEST_AD_COOKIE } from '#app/shared/browser-data.ts'

/** The value of a cookie in `document.cookie`; undefined if it is not set. */
export function readCookie(cookies: string, name: CookieName): string | undefined {
  for (const cookie of cookies.split(';')) {
    const [key = '', ...value] = cookie.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
}

/**
 * The value of an advertising cookie, to be sent to us; undefined if it is too long to be one that tags set.
 */
export function readAdCookie(cookies: string, name: '_fbp' | '_fbc'): string | undefined {
  const value = readCookie(cookies, name)
  return value && value.length <= LONGEST_AD_COOKIE ? value : undefined
}
