import { PENDING_SESSION_COOKIE } from '#app/shared/browser-data.ts'
import { findPage, PAGES } from '#app/shared/pages.ts'
import { readCookie } from '#app/web/cookies.rules.ts'

/** By our own name for it, which every program on a page may read; once it was the provider's. */
export function isCheckoutName(value: unknown): value is string {
  return typeof value === 'string' && CHECKOUT_NAME.test(value)
}
const CHECKOUT_NAME = /^(cs_(test|live)_[A-Za-z0-9]{10,200}|checkout_[\w-]{12})$/

/** The checkout that waits for its account, if the cookies name one. */
export function readPendingSession(cookies: string): string | undefined {
  return readCookie(cookies, PENDING_SESSION_COOKIE)
}

type Place = { pathname: string; search: string }

/** Whether somebody whose account is still to be made may look at this page first. */
export function mayStay({ pathname, search }: Place): boolean {
  const isSignIn =
    pathname === PAGES.home.path && new URLSearchParams(search).get('signin') === 'true'
  return isSignIn || findPage(pathname)?.isOpenBeforeAccount === true
}
