import { expect, test } from 'vitest'
import { ApiError } from '#app/web/api/api.ts'
import { checkoutFailureText } from './start-checkout.ts'

const inWords = new ApiError(503, '{"error":"The server says so.","code":"x"}')

test('a checkout that does not open says what the server said, or what can be known', () => {
  expect(checkoutFailureText(inWords)).toBe('The server says so.')
  expect(checkoutFailureText(new ApiError(500, 'nonsense'))).toBe(
    'Failed to create checkout session',
  )
  expect(checkoutFailureText(new TypeError('no network'))).toBe('Failed to create checkout session')
  expect(checkoutFailureText('thrown by somebody')).toBe('An unknown error occurred')
})
