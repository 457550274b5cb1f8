import type { CookieName } from '#app/shared/browser-data.ts'

/** The value of one among `document.cookie`; undefined when it is not there. */
export function readCookie(cookies: string, name: CookieName): string | undefined {
  for (const cookie of cookies.split(';')) {
    const [key = '', ...value] = cookie.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
}
