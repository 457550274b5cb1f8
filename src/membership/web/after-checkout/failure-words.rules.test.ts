import { expect, test } from 'vitest'
import { checkoutFailure } from '#app/membership/web/join/start-checkout.ts'
import { ApiError } from '#app/web/api/api.ts'
import { completionFailure, doneWords } from './complete-checkout.ts'

const inWords = new ApiError(503, '{"error":"The server says so.","code":"x"}')

test('a checkout that does not open says what the server said, or what can be known', () => {
  expect(checkoutFailure(inWords)).toBe('The server says so.')
  expect(checkoutFailure(new ApiError(500, 'nonsense'))).toBe('Failed to create checkout session')
  expect(checkoutFailure(new TypeError('no network'))).toBe('Failed to create checkout session')
  expect(checkoutFailure('thrown by somebody')).toBe('An unknown error occurred')
})

test('an account that is not made says what the server said, its status, or that it failed', () => {
  expect(completionFailure(inWords)).toMatchObject({ error: 'The server says so.', code: 'x' })
  expect(completionFailure(new ApiError(418, '')).error).toBe('Failed to create account (418)')
  expect(completionFailure(new TypeError('no network')).error).toBe('Account creation failed')
})

test.each([
  ['a new account', true, false, 'Account Created'],
  ['a new account, by a mailed link', true, true, 'Account Created'],
  ['a new password of an old account', false, true, 'Password Updated'],
  ['an old account that keeps its password', false, false, 'Subscription Activated'],
])('the toast over %s', (_, isNewUser, isByLink, words) => {
  expect(doneWords(isNewUser, isByLink)).toBe(words)
})
