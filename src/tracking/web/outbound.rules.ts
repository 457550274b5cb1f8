export const REDIRECT_DELAY_MS = 2000

export type Destination = { buyUrl: string; domain: string }

type Answer = { buyUrl?: string | undefined; domain?: string | undefined }

export type DestinationResult =
  | { destination: Destination }
  | { error: 'no-destination' | 'bad-destination' }

/** Where the answered deal leads: only to the web. */
export function readDestination({ buyUrl, domain }: Answer): DestinationResult {
  if (!buyUrl || !domain) return { error: 'no-destination' }
  if (!isWebAddress(buyUrl)) return { error: 'bad-destination' }
  return { destination: { buyUrl, domain } }
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/** The call that records the click, with where it was made and nothing else of the address. */
export function outboundCall(dealId: string, clickType: string | null): string {
  const path = `/api/track/deal/${encodeURIComponent(dealId)}`
  const isKnown = clickType === 'deal-card' || clickType === 'splash-carousel'
  return isKnown ? `${path}?click_type=${clickType}` : path
}
