import { expect, test } from 'vitest'
import { readCookie } from './cookies.rules.ts'

test('a cookie is found by its whole name', () => {
  const cookies = 'x_fbp=no; _fbp=fb.1.2.3; consent=a=b'
  expect(readCookie(cookies, '_fbp')).toBe('fb.1.2.3')
  expect(readCookie(cookies, 'consent')).toBe('a=b')
  expect(readCookie(cookies, '_fbc')).toBeUndefined()
  expect(readCookie('', '_fbp')).toBeUndefined()
})
