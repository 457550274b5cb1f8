import { expect, test } from 'vitest'
import { afterSignIn } from './sign-in.rules.ts'

test.each([
  ['http://localhost/sign-in', '', 'deals'],
  ['http://localhost/?signin=true', 'theme=dark', 'deals'],
  ['http://localhost/checkout/success?session_id=cs_1', '', 'stay'],
  ['http://localhost/sign-in?from=checkout', '', 'stay'],
  ['http://localhost/sign-in', 'theme=dark; pending_session=cs_1', 'stay'],
  ['http://localhost/sign-in', 'pending_session=', 'deals'],
  ['http://localhost/sign-in', 'not_pending_session=cs_1', 'deals'],
])('signing in at %s with the cookies "%s" leads to: %s', (address, cookies, next) => {
  expect(afterSignIn({ address, cookies })).toBe(next)
})
