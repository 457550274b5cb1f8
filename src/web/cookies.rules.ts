import { type CookieName, LONGEST_AD_COOKIE } from '#app/shared/browser-data.ts'

/** The value of one among `document.cookie`; undefined when it is not there. */
export function readCookie(cookies: string, name: CookieName): string | undefined {
  for (const cookie of cookies.split(';')) {
    const [key = '', ...value] = cookie.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
}

/** What a tag may have left is sent to us: not what is too long to be a mark of its own. */
export function readAdCookie(cookies: string, name: '_fbp' | '_fbc'): string | undefined {
  const value = readCookie(cookies, name)
  return value && value.length <= LONGEST_AD_COOKIE ? value : undefined
}
