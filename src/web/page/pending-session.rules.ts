import { PENDING_SESSION_COOKIE } from '#app/shared/browser-data.ts'
import { findPage, PAGES } from '#app/shared/pages.ts'
import { readCookie } from '#app/web/cookies.rules.ts'

/**
 * Whether a value is our own name for a checkout, safe for every script of a page to read, or the provider's,
 * used earlier.
 */
export function isCheckoutName(value: unknown): value is string {
  return typeof value === 'string' && CHECKOUT_NAME.test(value)
}
const CHECKOUT_NAME = /^(cs_(test|live)_[A-Za-z0-9]{10,200}|checkout_[\w-]{12})$/

/** The checkout that still waits for its account, if a cookie names one. */
export function readPendingSession(cookies: string): string | undefined {
  return readCookie(cookies, PENDING_SESSION_COOKIE)
}

type Place = { pathname: string; search: string }

/** Whether somebody who has paid and still has no account may look at this page. */
export function mayStay({ pathname, search }: Place): boolean {
  const isSignIn =
    pathname === PAGES.home.path && new URLSearchParams(search).get('signin') === 'true'
  return isSignIn || findPage(pathname)?.isOpenBeforeAccount === true
}
