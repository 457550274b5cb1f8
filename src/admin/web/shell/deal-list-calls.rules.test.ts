import { expect, test } from 'vitest'
import { flagFailureWords } from './deal-list-calls.ts'

test.each([
  [{ isPublished: true }, 'Failed to publish deal'],
  [{ isPublished: false }, 'Failed to unpublish deal'],
  [{ showInSplash: true }, 'Failed to update splash setting'],
  [{ carouselAssignment: 0 }, 'Failed to update carousel assignment'],
  [{ isPreview: true }, 'Failed to update preview setting'],
])('that %j could not be set is called: %s', (change, words) => {
  expect(flagFailureWords(change)).toBe(words)
})
