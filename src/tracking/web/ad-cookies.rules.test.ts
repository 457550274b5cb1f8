import { expect, test } from 'vitest'
import { advertisingCookies, cookieDomains, newBrowserId, newClickId } from './ad-cookies.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const MS = now.getTime()

test('a browser is named by the time and by chance, in the shape services expect', () => {
  expect(newBrowserId(now, 0.1234567891)).toBe(`fb.1.${MS}.1234567891`)
  expect(newBrowserId(now, 0)).toMatch(/^fb\.\d\.\d+\.[\w-]+$/)
})

test.each([
  ['a first click', 'IwAR0-aB_c', undefined, `fb.1.${MS}.IwAR0-aB_c`],
  ['another click than before', 'second', 'fb.1.1.first', `fb.1.${MS}.second`],
  ['the same click again', 'first', 'fb.1.1.first', undefined],
  ['the same letters in another case', 'First', 'fb.1.1.first', `fb.1.${MS}.First`],
  ['no click', undefined, 'fb.1.1.first', undefined],
  ['an empty one', '', undefined, undefined],
  ['one that would set something else', 'a; domain=.com', undefined, undefined],
  ['one that is too long', 'a'.repeat(401), undefined, undefined],
])('%s is kept as it came, or not at all', (_, clickId, kept, mark) => {
  expect(newClickId(clickId, kept, now)).toBe(mark)
})

test('what is there for advertising is told from what is not', () => {
  const cookies = '_fbp=1; _fbc=2; _ga=3; _ga_ABC=4; _gid=5; _gcl_au=6; consent=denied; csrf=7'
  expect(advertisingCookies(cookies)).toEqual(['_fbp', '_fbc', '_ga', '_ga_ABC', '_gid', '_gcl_au'])
})

test.each([
  ['www.club.example', ['www.club.example', 'club.example']],
  ['localhost', []],
])('cookies of %s may have been set for %j', (host, domains) => {
  expect(cookieDomains(host)).toEqual(domains)
})
