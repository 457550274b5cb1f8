import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A host's addresses, as the resolver gives them. */
export type Resolve = (host: string) => Promise<string[]>

export const resolveHost: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

const GIVEN_OUT = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address belongs to a machine on the public internet: neither this machine, nor a
 * network of our own, nor one of the ranges that stand for something else, in either notation.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  // Of version 6 only this much has been given out; the rest may stand for anything.
  return plain.kind() === 'ipv4' || plain.match(GIVEN_OUT)
}

/**
 * The address to connect to for this host; undefined when it has none or when any of them is not
 * public, since whoever answers for the name chooses which of them we get.
 */
export async function publicAddressOf(
  host: string,
  { resolve, isAllowed }: { resolve: Resolve; isAllowed: (address: string) => boolean },
): Promise<string | undefined> {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) ? [bare] : await resolve(bare)
  return addresses.every(isAllowed) ? addresses[0] : undefined
}
