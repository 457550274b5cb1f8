export const REDIRECT_DELAY_MS = 2000
/** After this, the page asks whether it takes too long. */
export const LATE_AFTER_MS = REDIRECT_DELAY_MS + 3000

export type Destination = {
  buyUrl: string
  domain: string
  /** The retailer's name, or its domain if unknown. */
  name: string
}

type Answer = {
  buyUrl?: string | undefined
  domain?: string | undefined
  retailer?: string | undefined
}

type DestinationResult =
  | { destination: Destination }
  | { error: 'no-destination' | 'bad-destination' }

/** Returns where the deal leads; only web addresses are accepted. */
export function readDestination({ buyUrl, domain, retailer }: Answer): DestinationResult {
  if (!buyUrl || !domain) return { error: 'no-destination' }
  if (!isWebAddress(buyUrl)) return { error: 'bad-destination' }
  return { destination: { buyUrl, domain, name: retailer || domain } }
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/** Returns the call that records the click, with its origin and no other part of the address. */
export function outboundCall(dealId: string, clickType: string | null): string {
  const path = `/api/track/deal/${encodeURIComponent(dealId)}`
  const isKnown = ['deal-card', 'splash-carousel', 'mail'].includes(clickType ?? '')
  return isKnown ? `${path}?click_type=${clickType}` : path
}
