import { expect, test } from 'vitest'
import { findPage, isMeasuredPage, isOpenToTags, PAGES } from './pages.ts'

test.each([
  ['/', PAGES.home],
  ['/daily-deals', PAGES.dailyDeals],
  ['/daily-deals/', PAGES.dailyDeals],
  ['/deal/abc-_1', PAGES.deal],
  ['/deal/abc/', PAGES.deal],
  ['/deal', undefined],
  ['/deal/', undefined],
  ['/deal/a/b', undefined],
  ['/deals', undefined],
  ['/checkout', undefined],
  ['/checkout/success', PAGES.checkoutSuccess],
  ['//', PAGES.home],
  ['/nothing-here', undefined],
  ['', undefined],
])('at %j stands %o', (pathname, page) => {
  expect(findPage(pathname)).toBe(page)
})

test.each([
  ['/', true],
  ['/daily-deals', true],
  ['/deal/d1', true],
  ['/deal/', false],
  [`/deal/${'a'.repeat(65)}`, false],
  ['/daily-deals/', false],
  ['/checkout/cancel', true],
  ['/checkout/success', false],
  ['/account', false],
  ['/sign-in', false],
  ['/admin', false],
])('marketing may be told of %s: %s', (path, isMeasured) => {
  expect(isMeasuredPage(path)).toBe(isMeasured)
})

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
