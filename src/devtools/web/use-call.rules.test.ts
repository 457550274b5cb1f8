import { expect, test } from 'vitest'
import { ApiError } from '#app/web/api/api.ts'
import { wordsOf } from './use-call.ts'

test.each([
  ['the words of the server', new ApiError(503, '{"error":"It is resting."}'), 'It is resting.'],
  ['the status and the body', new ApiError(503, 'It is resting.'), '503: It is resting.'],
  ['the message of an error', new TypeError('no network'), 'no network'],
  ['that it is unknown', 'thrown by somebody', 'Unknown error'],
])('a call that failed is told by %s', (_, failure, words) => {
  expect(wordsOf(failure)).toBe(words)
})
