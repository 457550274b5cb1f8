import type { ConsentState } from '#app/tracking/marketing.contract.ts'

type Browser = { cookies: string; globalPrivacyControl: unknown }

/**
 * What the browser itself knows to be a no, so that nobody need be asked. Undefined when the server
 * has to say: it also sees headers.
 */
export function knownDenial({ cookies, globalPrivacyControl }: Browser): ConsentState | undefined {
  const isGlobalPrivacyControl = globalPrivacyControl === true
  const hasDeclined = cookies.split(';').some((cookie) => cookie.trim() === 'consent=denied')
  if (!isGlobalPrivacyControl && !hasDeclined) return
  return { marketing: 'denied', isGlobalPrivacyControl }
}

/** Where somebody stands, in words; undefined while it is not known yet. */
export function choiceInWords(consent: ConsentState | undefined): string {
  if (!consent) return 'Looking up what you have chosen.'
  if (consent.isGlobalPrivacyControl) {
    return 'Your browser sends Global Privacy Control. We honour it: nothing is measured for marketing.'
  }
  return WORDS[consent.marketing]
}

const WORDS: Record<ConsentState['marketing'], string> = {
  unset: 'You have not chosen yet. Until you accept, nothing is measured for marketing.',
  granted: 'You have accepted. Decline at any time, and it ends at once.',
  denied: 'You have declined. Nothing is measured for marketing.',
}
