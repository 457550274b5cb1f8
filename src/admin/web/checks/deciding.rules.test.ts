import { expect, test } from 'vitest'
import { canBeAccepted, isBackAt, priceToBeginFrom } from './deciding.rules.ts'

const FOUND = {
  kind: 'odd-price',
  now: 399.5,
  before: 420,
  currency: 'USD',
  soldIn: 'USD',
} as const

test.each([
  ['a price far from ours', {}, true, '399.5'],
  ['one without a currency', { currency: null }, true, '399.5'],
  ['nought', { now: 0 }, false, '420'],
  ['no price', { now: null }, false, '420'],
  ['another currency', { kind: 'other-currency', currency: 'EUR' }, false, '420'],
  ['its own currency, which is not ours', { currency: 'EUR', soldIn: 'EUR' }, true, '399.5'],
  ['what is sold out', { kind: 'sold-out', now: null }, true, '420'],
] as const)('%s', (_name, more, isAcceptable, price) => {
  const finding = { ...FOUND, ...more }
  expect([canBeAccepted(finding), priceToBeginFrom(finding)]).toEqual([isAcceptable, price])
})

test.each([
  ['below what it was', 419.99, 420, false],
  ['what it was', 420, 420, true],
  ['more', 5000, 420, true],
  ['of which nothing was said before', 5000, null, false],
] as const)('a price %s: %d of %s ends the deal: %s', (_name, now, before, ends) => {
  expect(isBackAt(now, before)).toBe(ends)
})
