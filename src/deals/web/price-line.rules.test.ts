import { expect, test } from 'vitest'
import { priceSteps } from './price-line.rules.ts'

test.each([
  ['', undefined],
  ['2026-11-01 100', undefined],
  ['2026-11-01 100, 2026-11-05 100', undefined],
  ['2026-11-01 100, 2026-11-11 50', 'M0 4H160V68H320'],
  ['2026-11-01 50, 2026-11-11 100, 2026-11-21 75', 'M0 68H160V4H320V36H320'],
  ['2026-11-21 100, 2026-11-21 50', 'M0 4H0V68H320'],
  // A future day must not extend the line beyond the edge.
  ['2026-11-01 100, 2026-12-01 50', 'M0 4H320V68H320'],
])('the steps of %j are %s', (text, steps) => {
  const prices = text.split(', ').flatMap((each) => {
    const [day = '', now] = each.split(' ')
    return day === '' ? [] : { day, now: Number(now) }
  })
  expect(priceSteps(prices, '2026-11-21')).toBe(steps)
})
