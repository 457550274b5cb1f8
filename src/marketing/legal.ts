import { SESSION_IDLE_MS, UNCONFIRMED_KEPT_MS } from '#app/accounts/accounts.facts.ts'
import type { CookieName } from '#app/shared/browser-data.ts'
import { formatDays } from '#app/shared/dates.ts'
import { CONSENT_KEPT_MS, SESSION_LONGEST_MS } from '#app/shared/retention.ts'
import { AD_COOKIE_MS } from '#app/tracking/tracking.facts.ts'

/** Constants of the legal pages. */
export const legal = {
  ageMinimum: 13,
} as const

/** Every cookie of ours, with its purpose and duration. */
export const COOKIES = [
  {
    name: 'session',
    purpose: 'keeps you signed in',
    life: `${formatDays(SESSION_IDLE_MS)} without a visit, ${formatDays(SESSION_LONGEST_MS)} at most`,
  },
  {
    name: 'device',
    purpose:
      'marks a browser you have signed in with, so that somebody guessing your password elsewhere cannot slow you down',
    life: 'a year after you last signed in',
  },
  {
    name: 'sign-up',
    purpose:
      'tells that a link which confirms your address has come back to the browser you signed up in',
    life: formatDays(UNCONFIRMED_KEPT_MS),
  },
  {
    name: 'co',
    purpose: 'ties a payment you begin to the browser you begin it in',
    life: 'one day',
  },
  {
    name: 'pending_session',
    purpose: 'leads you back to a payment whose account is not finished',
    life: 'one hour',
  },
  {
    name: 'csrf',
    purpose: 'proves that a form was sent from our own page',
    life: 'until you close the browser',
  },
  {
    name: 'admin',
    purpose: 'opens the back office; only our own staff have it',
    life: 'until the browser is closed, 12 hours at most',
  },
  {
    name: 'admin-device',
    purpose: 'marks a browser of our staff',
    life: 'a year',
  },
  {
    name: 'consent',
    purpose: 'remembers whether you agreed to be measured for marketing',
    life: formatDays(CONSENT_KEPT_MS),
    isForMeasuring: true,
  },
  {
    name: '_fbp',
    purpose: 'tells advertising services that it is the same browser; only when you agreed',
    life: `${formatDays(AD_COOKIE_MS)}, or until you decline`,
    isForMeasuring: true,
  },
  {
    name: '_fbc',
    purpose: 'tells advertising services which advertisement you came from; only when you agreed',
    life: `${formatDays(AD_COOKIE_MS)}, or until you decline`,
    isForMeasuring: true,
  },
] as const satisfies ReadonlyArray<{
  name: CookieName
  purpose: string
  life: string
  isForMeasuring?: true
}>

/** The cookies in use: some only where visitors are asked for consent. */
export function cookiesSet({ isMeasuring }: { isMeasuring: boolean }) {
  return COOKIES.filter((cookie) => isMeasuring || !('isForMeasuring' in cookie))
}

/** The storage entries in use: some only where tags are loaded. */
export function keptInBrowser({ hasTags }: { hasTags: boolean }) {
  return KEPT_IN_BROWSER.filter((kept) => hasTags || !('isForTags' in kept))
}

/** What the browser stores for our pages and sends to nobody. */
export const KEPT_IN_BROWSER = [
  {
    name: 'checkout_token',
    purpose: 'makes two clicks on the same button one payment',
    life: 'until you have paid',
  },
  {
    name: 'go-straight-there',
    purpose: 'remembers that you do not want to wait on the way to a retailer',
    life: 'until you change it',
  },
  {
    name: 'checkout_session_id, checkout_link',
    purpose: 'let you reload the page on which you finish your account',
    life: 'until you close the tab',
  },
  {
    name: 'offline, files',
    purpose: 'keep the looks and scripts of our pages, and one page for when there is no network',
    life: 'until you clear them',
  },
  {
    name: 'feed-visit',
    purpose: 'marks the deals that are new since you were here',
    life: 'until you clear it',
  },
  {
    name: 'feed-grid',
    purpose: 'remembers how large you want the pictures of the feed',
    life: 'until you change it',
  },
  {
    name: 'no-search-key',
    purpose: 'remembers that you do not want the key / to open the search',
    life: 'until you turn it on again',
  },
  {
    name: 'save-wish',
    purpose: 'remembers the deal you wanted to save, until you have signed in',
    life: 'until it is saved, a day at most',
  },
  {
    name: 'follow-wish',
    purpose: 'remembers what you wanted to follow, until you have signed in',
    life: 'until it is followed, a day at most',
  },
  {
    name: 'left-for',
    purpose: 'lets you come back from a retailer without being sent off again',
    life: 'until you close the tab',
  },
  {
    name: 'react-router-scroll-positions',
    purpose: 'lets you go back to a page at the place where you left it',
    life: 'until you close the tab',
  },
  {
    name: 'for-tags',
    purpose: 'carries what you agreed to tell of a purchase past the address that names it',
    life: 'until the page is there, which is at once',
    isForTags: true,
  },
  {
    name: 'toast',
    purpose: 'carries a short message to the next page',
    life: 'until it has been shown',
  },
] as const
