import { expect, test } from 'vitest'
import { readSiteName } from './site-name.rules.ts'

test.each([
  ['www.Google.com', 'google.com'],
  ['m.facebook.com', 'facebook.com'],
  ['news.example.co.uk', 'news.example.co.uk'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  // Our own site, and values that do not name a site.
  ['club.test', null],
  ['www.club.test', null],
  ['shop.club.test', null],
  ['localhost', null],
  ['192.168.0.1', null],
  ['https://google.com/search?q=my+name', null],
  ['google.com/path', null],
  ['some one.example', null],
  ['<b>.example', null],
  [`${'a'.repeat(98)}.example`, null],
  ['', null],
  [undefined, null],
  [['google.com'], null],
])('of %j the name %j is kept', (said, kept) => {
  expect(readSiteName(said, 'https://www.club.test')).toBe(kept)
})
