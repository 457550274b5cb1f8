import { expect, test } from 'vitest'
import { savedChoicesWords } from './mail-choices.copy.ts'

test.each([
  ['never', 'never', false, 'Saved. Neither editions nor alerts come.'],
  ['daily', 'never', true, 'Saved.'],
  ['never', 'daily', true, 'Saved.'],
  [
    ...(['daily', 'never', false] as const),
    'Saved. One thing is left: press the button in the mail that we have sent you.',
  ],
] as const)('of %s and %s, proven %j, it is said', (edition, alerts, isInboxProven, words) => {
  expect(savedChoicesWords({ edition, alerts, isInboxProven })).toBe(words)
})
