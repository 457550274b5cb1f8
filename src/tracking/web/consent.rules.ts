import type { ConsentState } from '#app/tracking/marketing-events.contract.ts'

type Browser = { cookies: string; globalPrivacyControl: unknown }

/**
 * A denial that the browser itself knows of, so that the server need not be asked. Undefined when it
 * has to be: it also sees headers.
 */
export function knownDenial({ cookies, globalPrivacyControl }: Browser): ConsentState | undefined {
  const isGlobalPrivacyControl = globalPrivacyControl === true
  const hasDeclined = cookies.split(';').some((cookie) => cookie.trim() === 'consent=denied')
  if (!isGlobalPrivacyControl && !hasDeclined) return
  return { marketing: 'denied', isGlobalPrivacyControl }
}
