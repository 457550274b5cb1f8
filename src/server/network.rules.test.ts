import { expect, test } from 'vitest'
import { networkOf, widerNetworkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', undefined],
  // IPv4 clients as a server that listens for IPv4 and IPv6 sees them: each is its own network, not
  // all of them one.
  ['::ffff:203.0.113.7', '203.0.113.7', undefined],
  ['2001:db8:7:8:9::1', '2001:db8:7:8', '2001:db8:7'],
  ['2001:DB8:0007:8:9::1', '2001:db8:7:8', '2001:db8:7'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['', 'unknown', undefined],
  ['not an address of any kind', 'unknown', undefined],
])('%s is of the network %s, within %s', (address, network, wider) => {
  expect([networkOf(address), widerNetworkOf(address)]).toEqual([network, wider])
})
