import { expect, test } from 'vitest'
import { isOwnPath, passwordProblems } from './finish.rules.ts'

test.each([
  ['/daily-deals', true],
  ['/daily-deals?from_checkout=true&session_id=cs_test_1', true],
  ['/', true],
  ['//elsewhere.example', false],
  ['/\\elsewhere.example', false],
  ['/\t/elsewhere.example', false],
  ['/daily-deals\\..\\x', false],
  ['https://elsewhere.example/', false],
  ['javascript:alert(1)', false],
  ['daily-deals', false],
  ['', false],
  [undefined, false],
])('%j is a path of ours: %s', (path, isOwn) => {
  expect(isOwnPath(path)).toBe(isOwn)
})

test.each([
  ['', '', { password: 'Password must be at least 6 characters' }],
  ['12345', '12345', { password: 'Password must be at least 6 characters' }],
  ['1234567', '1234567', { password: 'Password must be at least 8 characters' }],
  ['👗👠👜🧥', '👗👠👜🧥', { password: 'Password must be at least 6 characters' }],
  ['paper-and-ink', 'paper-and-inc', { confirmation: 'Passwords do not match' }],
  ['paper-and-ink', 'paper-and-ink', {}],
])('the passwords %j and %j', (password, confirmation, problems) => {
  expect(passwordProblems({ password, confirmation })).toEqual(problems)
})
