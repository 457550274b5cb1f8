export const REDIRECT_DELAY_MS = 2000
/** After this it is fair to ask whether it takes too long. */
export const LATE_AFTER_MS = REDIRECT_DELAY_MS + 3000

export type Destination = {
  buyUrl: string
  domain: string
  /** The retailer's own name; its domain while no other is known. */
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

/** Where the answered deal leads: only to the web. */
export function readDestination({ buyUrl, domain, retailer }: Answer): DestinationResult {
  if (!buyUrl || !domain) return { error: 'no-destination' }
  if (!isWebAddress(buyUrl)) return { error: 'bad-destination' }
  return { destination: { buyUrl, domain, name: retailer || domain } }
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/** The call that records the click, with where it was made and nothing else of the address. */
export function outboundCall(dealId: string, clickType: string | null): string {
  const path = `/api/track/deal/${encodeURIComponent(dealId)}`
  const isKnown = ['deal-card', 'splash-carousel', 'mail'].includes(clickType ?? '')
  return isKnown ? `${path}?click_type=${clickType}` : path
}
