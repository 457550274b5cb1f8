import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { failedChange } from './failed-change.ts'

const refusal = new ApiError(409, JSON.stringify({ error: 'It has ended.', code: 'ended' }))

test.each([
  ['what the server refused', refusal, 'Not marked', 'It has ended.'],
  ['a change that never arrived, or whose answer is lost', new TypeError('Failed to fetch')],
  ['what somebody in between has answered', new ApiError(502, '<h1>Bad Gateway</h1>')],
])('of %s it is said what is known', (_what, error, title = 'No answer came', words = '') => {
  expect(failedChange(error, 'Not marked')).toEqual({
    title,
    description: words || 'It may be done or not. Look at what is there, then try again.',
    tone: 'error',
  })
})
