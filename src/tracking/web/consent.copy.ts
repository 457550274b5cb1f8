import type { ConsentState } from '#app/tracking/marketing-events.contract.ts'

/** Describes the visitor's choice; `consent` is undefined while loading. */
export function describeConsent(consent: ConsentState | undefined): string {
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
