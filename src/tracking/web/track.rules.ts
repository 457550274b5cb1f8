export const REDIRECT_DELAY_MS = 2000

export const trackErrors = {
  noId: 'Deal ID is missing',
  noDestination: 'Invalid deal information',
  callFailed: 'Failed to load deal information',
  unexpected: 'An error occurred while processing your request',
  badDestination: 'Invalid destination URL',
} as const

export type Destination = { buyUrl: string; domain: string }

type Answer = { buyUrl?: string | undefined; domain?: string | undefined }

export type Verdict = { destination: Destination } | { error: string }

/** Whether the answer of the way out leads anywhere, and where: only to the web. */
export function readDestination({ buyUrl, domain }: Answer): Verdict {
  if (!buyUrl || !domain) return { error: trackErrors.noDestination }
  if (!isWebAddress(buyUrl)) return { error: trackErrors.badDestination }
  return { destination: { buyUrl, domain } }
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/**
 * The way out is noted with where it was taken, and with nothing else that stands in the address.
 */
export function trackCall(dealId: string, clickType: string | null): string {
  const path = `/api/track/deal/${encodeURIComponent(dealId)}`
  const isKnown = clickType === 'deal-card' || clickType === 'splash-carousel'
  return isKnown ? `${path}?click_type=${clickType}` : path
}
