import { expect, test } from 'vitest'
import { ApiError } from '#app/web/api/api.ts'
import { completionTitle, toCompletionFailure } from './complete-checkout.ts'

const inWords = new ApiError(503, '{"error":"The server says so.","code":"x"}')

test('an account that is not made says what the server said, its status, or that it failed', () => {
  expect(toCompletionFailure(inWords)).toMatchObject({ error: 'The server says so.', code: 'x' })
  expect(toCompletionFailure(new ApiError(418, '')).error).toBe('Failed to create account (418)')
  expect(toCompletionFailure(new TypeError('no network')).error).toBe('Account creation failed')
})

test.each([
  ['a new account', true, false, 'typed', 'Account Created'],
  ['a new account, by a mailed link', true, true, 'typed', 'Account Created'],
  ['a new password of an old account', false, true, 'typed', 'Password Updated'],
  ['an old account that keeps its password', false, false, 'typed', 'Subscription Activated'],
  ['one that was signed in at its link', false, true, undefined, 'Subscription Activated'],
])('the toast over %s', (_, isNewUser, isByLink, password, words) => {
  expect(completionTitle(isNewUser, { isByLink, password })).toBe(words)
})
