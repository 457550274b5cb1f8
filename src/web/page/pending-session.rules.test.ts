import { expect, test } from 'vitest'
import { isCheckoutName, mayStay, readPendingSession } from './pending-session.rules.ts'

const ID = 'cs_test_a1B2c3D4e5F6g7'

test.each([
  [ID, true],
  ['checkout_a1B2c3D4-_F6', true],
  ['checkout_a1B2', false],
  ['checkout_a1B2c3D4/../', false],
  ['cs_live_a1B2c3D4e5F6g7', true],
  ['cs_test_short', false],
  ['cs_other_a1B2c3D4e5F6g7', false],
  [`${ID}/../..`, false],
  [`cs_test_${'a'.repeat(201)}`, false],
  ['', false],
  [undefined, false],
])('%j names a checkout: %s', (value, isOne) => {
  expect(isCheckoutName(value)).toBe(isOne)
})

test.each([
  ['', undefined],
  ['a=b', undefined],
  [`pending_session=${ID}`, ID],
  [`a=b; pending_session=${ID}; c=d`, ID],
  ['not_pending_session=x', undefined],
  ['pending_session=', ''],
])('the cookies %j hint at %s', (cookies, value) => {
  expect(readPendingSession(cookies)).toBe(value)
})

test.each([
  ['/', '', false],
  ['/', '?signin=true', true],
  ['/daily-deals', '', false],
  ['/subscribe', '', false],
  ['/account', '', false],
  ['/checkout/success', '', true],
  ['/checkout/success/', '', true],
  ['/checkout/cancel', '', false],
  ['/sign-in', '', true],
  ['/forgot-password', '', true],
  ['/password-reset', '?token=x', true],
  ['/terms', '', true],
  ['/privacy-policy', '', true],
])('with an account still to be made, %s%s may be looked at: %s', (pathname, search, may) => {
  expect(mayStay({ pathname, search })).toBe(may)
})
