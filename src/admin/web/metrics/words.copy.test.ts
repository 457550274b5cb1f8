import { expect, test } from 'vitest'
import { changeWords, percentWords, spanWords } from './words.copy.ts'

test.each([
  [110, 100, '10% more than in the 30 days before'],
  [50, 100, '50% less than in the 30 days before'],
  [1001, 1000, 'As in the 30 days before'],
  [299, 100, '199% more than in the 30 days before'],
  [5000, 100, '50 times that of the 30 days before'],
  [3, 0, 'None in the 30 days before'],
  [0, 0, 'None in the 30 days before either'],
])('%d after %d is said as %s', (now, before, words) => {
  expect(changeWords(now, before, '30d')).toBe(words)
})

test.each([
  [1, 4, '25%'],
  [1, 1000, 'under 1%'],
  [0, 10, '0%'],
  // More than in the step before: these did not come from there.
  [5, 4, undefined],
  [0, 0, undefined],
])('%d of %d is %s', (part, whole, words) => {
  expect(percentWords(part, whole)).toBe(words)
})

test.each([
  ['2026-11-21', '2026-11-21', 'November 21, 2026'],
  ['2026-10-23', '2026-11-21', 'October 23 to November 21, 2026'],
  ['2025-12-01', '2026-11-21', 'December 1, 2025 to November 21, 2026'],
])('%s to %s is said as %s', (first, last, words) => {
  expect(spanWords({ first, last })).toBe(words)
})
