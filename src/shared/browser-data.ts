// Everything that we keep in a browser, by name. The types allow no other names; the privacy policy states
// the purpose and duration of each.

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

/** Names the paid checkout that still waits for its account. */
export const PENDING_SESSION_COOKIE = 'pending_session' satisfies CookieName
export const CONSENT_COOKIE = 'consent' satisfies CookieName

/** Keys in the storage of one tab, or of all tabs of a browser. */
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

/** Used only by our own staff, so the privacy policy leaves them out. */
const ADMIN_STORAGE_KEYS = ['admin-keys', 'admin-new-deal', 'admin-upload', 'admin-undo'] as const

export type StorageKey = (typeof STORAGE_KEYS)[number] | (typeof ADMIN_STORAGE_KEYS)[number]

/** In characters. Advertising cookies set by tags are far shorter, so a longer value is not one of theirs. */
export const LONGEST_AD_COOKIE = 500
