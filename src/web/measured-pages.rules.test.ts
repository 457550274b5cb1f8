import { expect, test } from 'vitest'
import { isOpenToTags } from './measured-pages.ts'

test.each([
  ['/', true],
  ['/daily-deals/?page=2&gclid=x', true],
  ['/deal/d1', true],
  ['/?signin=true', false],
  ['/sign-in', false],
  ['/forgot-password', false],
  ['/password-reset?token=x', false],
  ['/account', false],
  ['/checkout/success', false],
  ['/admin', false],
  ['/track?deal_id=d1', false],
  ['/daily-deals?from_checkout=true&session_id=cs_test_x', false],
  ['/nothing-here', false],
])('tags at %s: %s', (address, isOpen) => {
  expect(isOpenToTags(new URL(address, 'https://club.example'))).toBe(isOpen)
})
