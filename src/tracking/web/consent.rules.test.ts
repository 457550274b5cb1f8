import { expect, test } from 'vitest'
import { choiceInWords, knownDenial } from './consent.rules.ts'

test.each([
  ['nothing said', '', undefined, undefined],
  ['declined before', 'a=b; consent=denied', undefined, false],
  ['accepted before', `consent=granted.${'x'.repeat(22)}`, undefined, undefined],
  ['a cookie of another name', 'myconsent=denied', undefined, undefined],
  ['the control, switched on', `consent=granted.${'x'.repeat(22)}`, true, true],
  ['the control, switched off', '', false, undefined],
  ['something that is no control', '', 'true', undefined],
])('%s: a no that need not be asked for is seen', (_, cookies, globalPrivacyControl, is) => {
  expect(knownDenial({ cookies, globalPrivacyControl })).toEqual(
    is === undefined ? undefined : { marketing: 'denied', isGlobalPrivacyControl: is },
  )
})

test('where somebody stands is said in full, and the control first of all', () => {
  expect(choiceInWords({ marketing: 'denied', isGlobalPrivacyControl: true })).toBe(
    'Your browser sends Global Privacy Control. We honour it: nothing is measured for marketing.',
  )
  const words = (['unset', 'granted', 'denied'] as const).map((marketing) =>
    choiceInWords({ marketing, isGlobalPrivacyControl: false }),
  )
  expect(new Set([...words, choiceInWords(undefined)]).size).toBe(4)
  expect(words[1]).toMatch(/^You have accepted/)
})
