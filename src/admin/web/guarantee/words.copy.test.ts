import { expect, test } from 'vitest'
import { sumsInWords } from './words.copy.ts'

test.each([
  ['running', '$70.00 recorded, $0.00 confirmed'],
  ['paying', '$70.00 recorded, $0.00 confirmed · $97.00 due'],
  ['paid', '$70.00 recorded, $0.00 confirmed'],
] as const)('of one that is %s something is due only while it is asked for', (state, words) => {
  expect(sumsInWords({ state, recorded: 70, confirmed: 0, due: 97 })).toBe(words)
})
