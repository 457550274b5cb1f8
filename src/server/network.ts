import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** One household or office is one address: a whole IPv6 /64 counts as one. */
export function networkOf(ip: string): string {
  // A proxy that passes on what it was told may hand us anything, of any length.
  if (isIP(ip) === 0) return 'unknown'
  if (ip.startsWith('::ffff:')) return ip.slice('::ffff:'.length)
  if (!ip.includes(':')) return ip
  return groupsOf(ip).slice(0, 4).join(':')
}

/**
 * The /48 around an IPv6 address, which is what one customer may be given: 65,536 networks that are
 * one person. Undefined for IPv4, where a network is one address already.
 */
export function widerNetworkOf(ip: string): string | undefined {
  if (isIP(ip) !== 6 || ip.startsWith('::ffff:')) return
  return groupsOf(ip).slice(0, 3).join(':')
}

function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const groups = [
    ...left,
    ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'),
    ...right,
  ]
  return groups.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
}

/**
 * Where a request comes from, as the framework's `request.ip` says it: for what never becomes a
 * request of the framework's. Only so many proxies are ours to be believed.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()]
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? ''
}
