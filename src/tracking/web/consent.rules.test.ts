import { expect, test } from 'vitest'
import { knownDenial } from './consent.rules.ts'

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
