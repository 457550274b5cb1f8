import { describe, expect, test } from 'vitest'
import { outboundAddress, parameterFault, templateFault } from './outbound.rules.ts'

const PIECE = 'https://shop.example/a%20coat?size=IT+40&sig=a%2Fb#top'
const NETWORK = 'https://go.network.example/deep?merchant=7&to={url}'
const NUMBER = 'T-7K2M4-9QX3B'
const rules = (linkTemplate: string | null, subIdParameter: string | null) => ({
  linkTemplate,
  subIdParameter,
})

describe('the address that a click leads to', () => {
  test.each([
    ['straight where nothing is known', undefined, NUMBER, PIECE],
    ['straight where there is no template', rules(null, null), NUMBER, PIECE],
    ['straight without a number', rules(null, 'ref'), undefined, PIECE],
    [
      'with the number, and everything else as it was',
      rules(null, 'ref'),
      NUMBER,
      `https://shop.example/a%20coat?size=IT+40&sig=a%2Fb&ref=${NUMBER}#top`,
    ],
    [
      'through the network',
      rules(NETWORK, null),
      NUMBER,
      `https://go.network.example/deep?merchant=7&to=${encodeURIComponent(PIECE)}`,
    ],
    [
      'through the network, which is told the number and not the shop',
      rules(NETWORK, 'clickref'),
      NUMBER,
      `https://go.network.example/deep?merchant=7&to=${encodeURIComponent(PIECE)}&clickref=${NUMBER}`,
    ],
    [
      'through the network without a number',
      rules(NETWORK, 'clickref'),
      undefined,
      `https://go.network.example/deep?merchant=7&to=${encodeURIComponent(PIECE)}`,
    ],
    [
      'in the path',
      rules('https://go.network.example/7/{url}', 'x'),
      NUMBER,
      `https://go.network.example/7/${encodeURIComponent(PIECE)}?x=${NUMBER}`,
    ],
    [
      'with one number, whatever stood there before',
      rules('https://go.network.example/?ref=old&r%65f=older&to={url}', 'ref'),
      NUMBER,
      `https://go.network.example/?to=${encodeURIComponent(PIECE)}&ref=${NUMBER}`,
    ],
    [
      'straight where the template is hostile',
      rules('javascript:alert({url})', null),
      NUMBER,
      PIECE,
    ],
    ['without a number that is none', rules(null, 'ref'), 'a&b=c', PIECE],
    ['without a parameter that is none', rules(null, 'a=b&c'), NUMBER, PIECE],
  ])('goes %s', (_, registry, number, expected) => {
    expect(outboundAddress(PIECE, registry, number)).toBe(expected)
  })

  test('goes through the network once, where its own link was pasted', () => {
    const pasted = 'https://go.network.example/deep?merchant=7&to=x'
    expect(outboundAddress(pasted, rules(NETWORK, 'clickref'), NUMBER)).toBe(
      `${pasted}&clickref=${NUMBER}`,
    )
  })

  test('takes what stands in the address of the piece for nothing but its address', () => {
    const odd = "https://shop.example/?a=$&b=$'&c={url}"
    expect(outboundAddress(odd, rules(NETWORK, null), NUMBER)).toBe(
      `https://go.network.example/deep?merchant=7&to=${encodeURIComponent(odd)}`,
    )
  })
})

test.each([
  'javascript:alert({url})',
  'data:text/html,{url}',
  'http://go.network.example/?to={url}',
  '//go.network.example/?to={url}',
  'https://{url}/',
  'https://{url}.example/',
  'https://go.network.example:{url}/',
  'https://user:{url}@go.network.example/',
  'https://user@go.network.example/?to={url}',
  'https://127.0.0.1/?to={url}',
  'https://0x7f000001/?to={url}',
  'https://[::1]/?to={url}',
  'https://localhost/?to={url}',
  'https://printer.local/?to={url}',
  'https://go.network.example/',
  'https://go.network.example/?to={url}&again={url}',
  'https://go.network.example/?to={url}&trip={trip}',
  'https://go.network.example/#{url}',
  'https://go.network.example\\@evil.example/?to={url}',
  'https://go.network.example/?to={url}\r\nSet-Cookie: a=b',
  'https://go.network.example/ ?to={url}',
  `https://go.network.example/${'a'.repeat(2048)}?to={url}`,
  '',
  '{url}',
])('no template: %j', (template) => {
  expect(templateFault(template)).toBeTypeOf('string')
  expect(outboundAddress(PIECE, rules(template, null), NUMBER)).toBe(PIECE)
})

test('a template is an address of a network with a place for the piece', () => {
  expect(templateFault(NETWORK)).toBeUndefined()
  expect(parameterFault('clickref')).toBeUndefined()
  for (const name of ['', '1a', 'a b', 'a&b', 'a=b', 'a'.repeat(41)]) {
    expect(parameterFault(name)).toBeTypeOf('string')
  }
})
