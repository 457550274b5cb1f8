import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** The network of an IP address, for rate limits: an IPv4 address, or an IPv6 /64, which one household gets. */
export function networkOf(ip: string): string {
  // A proxy may pass on a forged header of any content and length.
  if (isIP(ip) === 0) return 'unknown'
  if (ip.startsWith('::ffff:')) return ip.slice('::ffff:'.length)
  if (!ip.includes(':')) return ip
  return groupsOf(ip).slice(0, 4).join(':')
}

/**
 * The /48 around an IPv6 address: one customer may get that, with its 65,536 networks. Undefined for IPv4, where the
 * network is a single address.
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
 * The client's IP address, computed like the framework's `request.ip`, for requests that never reach the framework.
 * Believes only the configured number of proxies.
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
