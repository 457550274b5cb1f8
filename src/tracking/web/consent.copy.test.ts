import { expect, test } from 'vitest'
import { describeConsent } from './consent.copy.ts'

test('where somebody stands is said in full, and the control first of all', () => {
  expect(describeConsent({ marketing: 'denied', isGlobalPrivacyControl: true })).toBe(
    'Your browser sends Global Privacy Control. We honour it: nothing is measured for marketing.',
  )
  const words = (['unset', 'granted', 'denied'] as const).map((marketing) =>
    describeConsent({ marketing, isGlobalPrivacyControl: false }),
  )
  expect(new Set([...words, describeConsent(undefined)]).size).toBe(4)
  expect(words[1]).toMatch(/^You have accepted/)
})
