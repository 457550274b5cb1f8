import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBuyUrl, withoutWww } from './buy-url.rules.ts'

test.each([
  ['https://shop.example/coat', 'https://shop.example/coat', 'shop.example'],
  ['  https://shop.example/coat\n', 'https://shop.example/coat', 'shop.example'],
  ['HTTP://Shop.Example/Coat', 'http://shop.example/Coat', 'shop.example'],
  ['https://shop.example:443/coat', 'https://shop.example/coat', 'shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443/', 'shop.example'],
  [
    'https://www.shop.example/a b'.replace(' ', '%20'),
    'https://www.shop.example/a%20b',
    'www.shop.example',
  ],
  [
    'https://müller.example/größe',
    'https://xn--mller-kva.example/gr%C3%B6%C3%9Fe',
    'xn--mller-kva.example',
  ],
  [
    'https://shop.example/a?email=me@here.example',
    'https://shop.example/a?email=me@here.example',
    'shop.example',
  ],
])('%j leads to %s at %s', (text, url, domain) => {
  expect(parseBuyUrl(text)).toMatchObject({ ok: true, url, domain })
})

test.each([
  ['', 'is empty'],
  ['shop.example/coat', 'must start with'],
  ['//shop.example', 'must start with'],
  ['javascript:alert(1)', 'must start with'],
  ['data:text/html,x', 'must start with'],
  ['ftp://shop.example/a', 'must start with'],
  ['https:shop.example', 'must start with'],
  ['https:///shop.example', 'must start with'],
  ['\\\\shop.example', 'backslash'],
  ['https://shop.example\\@evil.example', 'backslash'],
  ['https://user:secret@shop.example/', 'user name'],
  ['https://user@shop.example/', 'user name'],
  ['https://@shop.example/', 'user name'],
  ['https://shop.example/a b', 'space'],
  ['https://shop.example/a\u00a0b', 'space'],
  ['https://shop.example/a\tb', 'invisible'],
  ['https://shop.exa\nmple/', 'invisible'],
  ['https://shop.example/\u0000', 'invisible'],
  ['https://shop\u200b.example/', 'invisible'],
  ['https://192.168.0.1/', 'by number'],
  ['https://0x7f.1/', 'by number'],
  ['https://2130706433/', 'by number'],
  ['https://[::1]/', 'by number'],
  ['https://localhost/', 'public shop'],
  ['https://shop/', 'public shop'],
  ['https://shop.localhost/', 'public shop'],
  ['https://printer.local/', 'public shop'],
  ['https://shop.example./', 'public shop'],
  ['https://shop..example/', 'public shop'],
  ['https://shop.example!/', 'public shop'],
  ['https://sh$op.example/', 'public shop'],
  ['https://shop.example_/', 'public shop'],
  ['https://shop.example:99999/', 'not a web address'],
  [`https://shop.example/${'a'.repeat(2048)}`, 'longer than 2048'],
  [`https://shop.example/${'ü'.repeat(800)}`, 'longer than 2048'],
])('%j is refused: %s', (text, reason) => {
  const parsed = parseBuyUrl(text)
  expect(parsed).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
})

function keyOf(text: string) {
  const parsed = parseBuyUrl(text)
  if (!parsed.ok) throw new Error(`${text} ${parsed.reason}`)
  return parsed.key
}

describe('one piece', () => {
  test.each([
    ['http://shop.example/coat'],
    ['https://www.shop.example/coat'],
    ['https://SHOP.example/coat/'],
    ['https://shop.example:443/coat#reviews'],
    ['https://shop.example/coat?utm_source=mail&UTM_Medium=x&gclid=1&fbclid=2'],
    ['https://shop.example/coat?'],
  ])('%s is https://shop.example/coat', (text) => {
    expect(keyOf(text)).toBe('shop.example/coat')
  })

  test.each([
    ['https://shop.example/Coat'],
    ['https://shop.example/coat?colour=navy'],
    ['https://shop.example:8443/coat'],
    ['https://uk.shop.example/coat'],
  ])('%s is another piece', (text) => {
    expect(keyOf(text)).not.toBe('shop.example/coat')
  })

  test('two query texts that only differ in broken encoding stay apart', () => {
    expect(keyOf('https://shop.example/?q=caf%E9')).not.toBe(
      keyOf('https://shop.example/?q=caf%E8'),
    )
  })
})

test('a shop that is called www keeps its name', () => {
  expect(['www.shop.example', 'www.com', 'www.www.com'].map(withoutWww)).toEqual([
    'shop.example',
    'www.com',
    'www.com',
  ])
})

const pairs = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.string({ maxLength: 8 })), {
  maxLength: 6,
})

function linkOf(path: string[], query: Array<[string, string]>) {
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `https://shop.example/${path.map(encodeURIComponent).join('/')}?${text}`
}

test('the order of a query and trackers in it do not make another piece', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
      pairs,
      fc.nat(),
      (path, query, turn) => {
        const reordered = [
          ...query.slice(turn % (query.length + 1)),
          ...query.slice(0, turn % (query.length + 1)),
        ]
        const tracked: Array<[string, string]> = [
          ['utm_campaign', 'x'],
          ...reordered,
          ['gclid', 'y'],
        ]
        expect(keyOf(linkOf(path, tracked))).toBe(keyOf(linkOf(path, query)))
      },
    ),
  )
})

test('the key of a key is itself, whatever the link', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
      const parsed = parseBuyUrl(text)
      if (!parsed.ok) return
      expect(keyOf(`https://${parsed.key}`)).toBe(parsed.key)
      expect(parseBuyUrl(parsed.url)).toEqual(parsed)
    }),
  )
})

test('whatever is accepted goes by http or https to the domain that is shown', () => {
  const anything = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `https://${text}`),
    fc.string({ unit: 'grapheme' }).map((text) => `http://shop.example${text}`),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const parsed = parseBuyUrl(text)
      if (!parsed.ok) return
      const { protocol, hostname, username, password } = new URL(parsed.url)
      expect(protocol).toMatch(/^https?:$/)
      expect([hostname, username, password]).toEqual([parsed.domain, '', ''])
    }),
  )
})
