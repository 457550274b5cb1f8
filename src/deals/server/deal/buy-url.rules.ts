import { LONGEST_LINK } from '#app/deals/deals.facts.ts'

export type BuyUrl = {
  /** As a browser would normalize it. */
  url: string
  /** The host name shown to members; an international one stays in punycode. */
  domain: string
  /** Equal for all links to the same piece. */
  key: string
}

/** Query parameters that identify who sent the shopper, and never the piece shown. */
const TRACKING_NAMES = new Set([
  ...['gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'srsltid', '_ga', '_gl'],
  ...['fbclid', 'igshid', 'msclkid', 'ttclid', 'twclid', 'yclid', 'li_fat_id', 'epik'],
  ...['mc_cid', 'mc_eid', 's_kwcid', 'irclickid', 'irgwc', 'cjevent', 'awc'],
  ...['ranmid', 'raneaid', 'ransiteid'],
])

/** Parses a link to a retailer's page, or says why members cannot be sent there. */
export function parseBuyUrl(text: string): ({ ok: true } & BuyUrl) | { ok: false; reason: string } {
  const written = text.trim()
  const url = URL.parse(written)
  const reason = findFault(written, url)
  if (reason || !url) return { ok: false, reason: reason ?? 'is not a web address' }
  return { ok: true, url: url.href, domain: url.hostname, key: linkKey(url) }
}

function findFault(written: string, url: URL | null): string | undefined {
  if (written === '') return 'is empty'
  if (written.length > LONGEST_LINK) return `is longer than ${LONGEST_LINK} characters`
  // Checked before parsing, because the URL parser silently drops or repairs these.
  if (/[\p{Cc}\p{Cf}]/u.test(written)) return 'contains an invisible character'
  if (/\s/.test(written)) return 'contains a space'
  if (written.includes('\\')) return 'contains a backslash'
  if (!/^https?:\/\/[^/]/i.test(written)) return 'must start with https:// or http://'
  if (!url) return 'is not a web address'
  if (url.href.length > LONGEST_LINK) return `is longer than ${LONGEST_LINK} characters`
  if (url.username || url.password || hasUserInfo(written))
    return 'contains a user name or password'
  if (isIpAddress(url.hostname)) return 'names a machine by number instead of a shop by name'
  if (!isPublicName(url.hostname)) return 'does not name a public shop'
  return undefined
}

/** Detects an empty user info, as in `https://@shop.example`, which the parser drops. */
function hasUserInfo(written: string) {
  return /^https?:\/\/[^/?#]*@/i.test(written)
}

/** The parser has already normalized every spelling of an IPv4 address to four decimals. */
function isIpAddress(hostname: string) {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
}

function isPublicName(hostname: string) {
  const labels = hostname.split('.')
  // The parser accepts more than any public host name contains.
  if (labels.length < 2 || !labels.every((label) => /^[a-z0-9_-]+$/.test(label))) return false
  const last = labels.at(-1) ?? ''
  // Underscores occur in subdomains, never in a top-level domain.
  if (!/^[a-z0-9-]*[a-z][a-z0-9-]*$/.test(last)) return false
  return !['localhost', 'local', 'internal', 'lan'].includes(last)
}

function linkKey(url: URL): string {
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair))
    .sort()
    .join('&')
  const port = url.port && `:${url.port}`
  const path = url.pathname.replace(/\/+$/, '')
  return `${withoutWww(url.hostname)}${port}${path}${query && `?${query}`}`
}

function isTracking(pair: string) {
  const name = (pair.split('=')[0] ?? '').toLowerCase()
  return name.startsWith('utm_') || TRACKING_NAMES.has(name)
}

/** `www.shop.example` and `shop.example` are the same shop; `www.com` is a shop of that name. */
export function withoutWww(domain: string): string {
  return domain.replace(/^(www\.)+(?=[^.]+\.)/, '')
}
