import { LONGEST_LINK } from '#app/deals/deals.facts.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'

/** The part of a retailer's registry that determines where a click leads. */
type LinkRules = { linkTemplate: string | null; subIdParameter: string | null }

/** The placeholder for the deal's link in a template. */
const PLACE = '{url}'
const PARAMETER = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/
const NUMBER = /^[A-Za-z0-9-]{1,40}$/
/** Longer addresses are cut or rejected on their way. */
const LONGEST_ADDRESS = 8000

/**
 * The address a click leads to: through the network's link template, if any, and with the trip's number, if
 * there is a parameter for it. Ignores stored values that would break the link, so that people always arrive.
 */
export function outboundAddress(
  buyUrl: string,
  registry: LinkRules | undefined,
  tripNumber: string | undefined,
): string {
  if (!registry) return buyUrl
  const address = throughTemplate(buyUrl, registry.linkTemplate)
  const name = registry.subIdParameter
  if (tripNumber === undefined || name === null || !URL.canParse(address)) return address
  if (!PARAMETER.test(name) || !NUMBER.test(tripNumber)) return address
  return withParameter(address, name, tripNumber)
}

function throughTemplate(buyUrl: string, template: string | null): string {
  if (template === null || templateFault(template) !== undefined || !URL.canParse(buyUrl)) {
    return buyUrl
  }
  // A curator may have pasted the network's own link.
  if (new URL(template).hostname === new URL(buyUrl).hostname) return buyUrl
  const address = template.replace(PLACE, () => encodeURIComponent(buyUrl.toWellFormed()))
  return address.length > LONGEST_ADDRESS ? buyUrl : address
}

/** Leaves the other parameters exactly as written, because some shops sign their links. */
function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address)
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && nameOf(pair) !== name)
  url.search = [...others, `${name}=${value}`].join('&')
  return url.href
}

function nameOf(pair: string): string {
  const name = pair.split('=')[0] ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Why a template is invalid; undefined when it is valid. */
export function templateFault(template: string): string | undefined {
  if (template.length > LONGEST_LINK) return `is longer than ${LONGEST_LINK} characters`
  const parts = template.split(PLACE)
  if (parts.length !== 2) return `must hold ${PLACE} once, for the address of the piece`
  const mark = 'placeofurl'
  const link = parseBuyUrl(parts.join(mark))
  if (!link.ok) return link.reason
  const url = new URL(link.url)
  if (url.protocol !== 'https:') return 'must start with https://'
  if (/[{}]|%7b|%7d/i.test(parts.join('')))
    return `must hold no other braces than those of ${PLACE}`
  const isInside = !url.host.includes(mark) && !url.hash.includes(mark)
  return isInside ? undefined : `must hold ${PLACE} in its path or its query`
}

/** Why the name of a parameter is invalid; undefined when it is valid. */
export function parameterFault(name: string): string | undefined {
  return PARAMETER.test(name)
    ? undefined
    : 'must begin with a letter and hold at most 40 letters, digits, dots, hyphens and underscores'
}
