import { expect, test } from 'vitest'
import { returnPathAt, toReturnPath, withReturnPath } from './return-path.ts'

test.each([
  ['/deal/a1B2c3D4-_F6', '/deal/a1B2c3D4-_F6'],
  ['/deal/a1B2/', '/deal/a1B2'],
  ['/daily-deals', '/daily-deals'],
  ['/daily-deals?page=3', '/daily-deals?page=3'],
  ['/daily-deals?page=3&utm_source=x', '/daily-deals?page=3'],
  ['/account', '/account'],
  ['/terms', '/terms'],
  ['/daily-deals/../deal/a1B2', '/deal/a1B2'],
])('%s is a page to go back to: %s', (asked, path) => {
  expect(toReturnPath(asked)).toBe(path)
})

test.each([
  ['another site', 'https://evil.test/deal/1'],
  ['another site without its scheme', '//evil.test/deal/1'],
  ['the same behind dots', '/..//evil.test'],
  ['a backslash', '/\\evil.test'],
  ['a backslash further on', '/deal\\..\\..\\evil.test'],
  ['a backslash in code', '/%5cevil.test'],
  ['slashes in code', '/%2f%2fevil.test'],
  ['a script', 'javascript:alert(1)'],
  ['a tab that browsers drop', '/\t/evil.test'],
  ['a line break', '/deal/1\r\nset-cookie: a=b'],
  ['a zero byte', '/deal/1\0'],
  ['a space in front', ' /deal/1'],
  ['no slash in front', 'deal/1'],
  ['a name and a password', '/@evil.test'],
  ['letters that only look alike', '/deal/\uff0fevil'],
  ['nothing', ''],
  ['what is no text', ['/deal/1']],
  ['what is too long', `/daily-deals?page=${'1'.repeat(200)}`],
  ['no page of ours', '/nowhere'],
  ['a call', '/api/logout'],
  ['the back office', '/admin'],
  ['the back office behind dots', '/deal/../admin'],
  ['signing out', '/sign-out'],
  ['signing in, in a circle', '/sign-in?next=/deal/1'],
  ['a page whose address is a secret', '/password-reset?token=x'],
  ['the way out to a retailer', '/track?deal_id=1'],
  ['the end of a payment', '/checkout/success?session_id=cs_test_a1b2c3d4e5'],
])('%s is refused', (_, asked) => {
  expect(toReturnPath(asked)).toBeUndefined()
})

test.each([
  ['/deal/1', '', '/deal/1'],
  ['/daily-deals', '?page=2', '/daily-deals?page=2'],
  ['/join-now', '?plan=annual&next=%2Fdeal%2F1', '/deal/1'],
  ['/sign-in', '?next=%2F%2Fevil.test', undefined],
  ['/sign-in', '', undefined],
  ['/', '', undefined],
])('on %s%s it is %s', (pathname, search, path) => {
  expect(returnPathAt({ pathname, search })).toBe(path)
})

test('it is brought along, unless it is where everybody goes', () => {
  expect(withReturnPath('/sign-in', '/deal/1')).toBe('/sign-in?next=%2Fdeal%2F1')
  expect(withReturnPath('/?signin=true', '/deal/1')).toBe('/?signin=true&next=%2Fdeal%2F1')
  expect(withReturnPath('/sign-in', '/daily-deals')).toBe('/sign-in')
  expect(withReturnPath('/sign-in', undefined)).toBe('/sign-in')
})
