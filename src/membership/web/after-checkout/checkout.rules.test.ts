import { expect, test } from 'vitest'
import { isOwnPath, opensInSameTab, passwordProblems } from './checkout.rules.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
  ['an iPod', 'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X)', 5, true],
  ['an older iPad', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X)', 5, true],
  ['an iPad that says Macintosh', MAC, 5, true],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Mobile', 5, true],
  ['an Android tablet', 'Mozilla/5.0 (Linux; Android 16; SM-X810)', 10, true],
  ['a Macintosh', MAC, 0, false],
  ['a Windows laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, false],
  ['a Linux desktop', 'Mozilla/5.0 (X11; Linux x86_64)', 0, false],
])('checkout on %s', (_, userAgent, maxTouchPoints, isSameTab) => {
  expect(opensInSameTab({ userAgent, maxTouchPoints })).toBe(isSameTab)
})

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
  ['paper-and-ink', 'paper-and-inc', { confirmation: 'Passwords do not match' }],
  ['paper-and-ink', 'paper-and-ink', {}],
])('the passwords %j and %j', (password, confirmation, problems) => {
  expect(passwordProblems({ password, confirmation })).toEqual(problems)
})
