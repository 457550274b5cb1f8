import { expect, test } from 'vitest'
import { LONGEST_AD_COOKIE } from '#app/shared/browser-data.ts'
import { readAdCookie, readCookie } from './cookies.rules.ts'

test('a cookie is found by its whole name', () => {
  const cookies = 'x_fbp=no; _fbp=fb.1.2.3; consent=a=b'
  expect(readCookie(cookies, '_fbp')).toBe('fb.1.2.3')
  expect(readCookie(cookies, 'consent')).toBe('a=b')
  expect(readCookie(cookies, '_fbc')).toBeUndefined()
  expect(readCookie('', '_fbp')).toBeUndefined()
})

test('an advertising cookie that is too long for one is left where it is', () => {
  const longest = 'x'.repeat(LONGEST_AD_COOKIE)
  expect(readAdCookie(`_fbp=${longest}`, '_fbp')).toBe(longest)
  expect(readAdCookie(`_fbp=${longest}x`, '_fbp')).toBeUndefined()
  expect(readAdCookie('_fbp=', '_fbp')).toBeUndefined()
})
