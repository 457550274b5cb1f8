import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A host's addresses, as the resolver gives them. */
export type Resolve = (host: string) => Promise<string[]>

export const resolveHost: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

/**
 * Whether an address belongs to a machine on the public internet: neither this machine, nor a
 * network of our own, nor one of the ranges that stand for something else, in either notation.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
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
