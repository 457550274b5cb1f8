// Everything that we keep in a browser, by its name. Nothing else can be kept there, by its type;
// the privacy policy says of each what it is for and how long it stays.

export const COOKIE_NAMES = [
  'session',
  'device',
  'sign-up',
  'co',
  'pending_session',
  'csrf',
  'admin',
  'admin-device',
  'consent',
  '_fbp',
  '_fbc',
] as const
export type CookieName = (typeof COOKIE_NAMES)[number]

/** Names the checkout that waits for its account. */
export const PENDING_SESSION_COOKIE = 'pending_session' satisfies CookieName
export const CONSENT_COOKIE = 'consent' satisfies CookieName

/** Of the browser's storage, for a tab or for all of them. */
export const STORAGE_KEYS = [
  'checkout_token',
  'go-straight-there',
  'checkout_session_id',
  'checkout_link',
  'left-for',
  'for-tags',
  'feed-visit',
  'feed-grid',
  'no-search-key',
  'save-wish',
  'follow-wish',
  'toast',
] as const

/** Only our own staff have these; the policy does not speak of them. */
const ADMIN_STORAGE_KEYS = ['admin-keys', 'admin-new-deal', 'admin-upload', 'admin-undo'] as const

export type StorageKey = (typeof STORAGE_KEYS)[number] | (typeof ADMIN_STORAGE_KEYS)[number]

/** The advertising cookies that tags may leave are far shorter; what is longer is none of theirs. */
export const LONGEST_AD_COOKIE = 500
