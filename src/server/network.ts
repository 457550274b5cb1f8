import { isIP } from 'node:net'

/** One household or office is one address: a whole IPv6 /64 counts as one. */
export function networkOf(ip: string): string {
  // A proxy that passes on what it was told may hand us anything, of any length.
  if (isIP(ip) === 0) return 'unknown'
  if (ip.startsWith('::ffff:')) return ip.slice('::ffff:'.length)
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const groups = [
    ...left,
    ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'),
    ...right,
  ]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
