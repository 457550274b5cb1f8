import { CONSENT_COOKIE } from '#app/shared/browser-data.ts'
import type { ConsentState } from '#app/tracking/marketing-events.contract.ts'
import { readCookie } from '#app/web/cookies.rules.ts'

type Browser = { cookies: string; globalPrivacyControl: unknown }

/**
 * Returns a denial that the browser itself knows of, which saves asking the server. Undefined means that the
 * server has to be asked: it also sees headers.
 */
export function knownDenial({ cookies, globalPrivacyControl }: Browser): ConsentState | undefined {
  const isGlobalPrivacyControl = globalPrivacyControl === true
  const hasDeclined = readCookie(cookies, CONSENT_COOKIE) === 'denied'
  if (!isGlobalPrivacyControl && !hasDeclined) return
  return { marketing: 'denied', isGlobalPrivacyControl }
}
