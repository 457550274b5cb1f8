import { expect, test } from 'vitest'
import { checkedInWords, restsOnInWords, wasNote } from './prices.copy.ts'
import { basisInWords, beforeInWords } from './story.copy.ts'

const price = { basis: 'retailer', isProven: false, isLowest: false, since: '2026-11-20' } as const
const TODAY = '2026-11-23'

test.each([
  [{}, 'was $420'],
  [{ basis: 'rrp' }, 'RRP $420'],
  [{ basis: 'market' }, 'elsewhere $420'],
  [{ isLowest: true }, 'was $420, lowest in 30 days'],
  [{ since: '2026-08-03' }, 'was $420, before Aug 3'],
  [{ since: '2025-08-03' }, 'was $420, before Aug 3, 2025'],
  [{ since: '2026-08-03', isLowest: true }, 'was $420, lowest in 30 days, before Aug 3'],
  [{ since: '2026-08-03', basis: 'rrp' }, 'RRP $420'],
] as const)('a price before of %j is %s', (change, words) => {
  expect(beforeInWords({ originalPrice: 420, price: { ...price, ...change } }, TODAY)).toBe(words)
})

test('nothing is said of a price before that is not claimed', () => {
  const unknown = { ...price, basis: 'unknown' } as const
  expect(beforeInWords({ originalPrice: null, price: unknown }, TODAY)).toBeUndefined()
  expect(wasNote(unknown, TODAY)).toBeUndefined()
  expect(restsOnInWords({ originalPrice: null, price })).toBeUndefined()
  expect(restsOnInWords({ originalPrice: 420, price })).toBe('as stated')
})

test.each([
  ['2026-11-23T14:10:00Z', 'checked today 09:10'],
  ['2026-11-23T05:00:00Z', 'checked today 00:00'],
  ['2026-11-23T04:59:00Z', 'checked Nov 22'],
  ['2026-11-20T14:10:00Z', 'checked Nov 20'],
  ['2025-11-20T14:10:00Z', 'checked Nov 20, 2025'],
])('a look at %s was %s', (at, words) => {
  expect(checkedInWords(at, TODAY)).toBe(words)
})

test('the basis in words says what nobody has seen', () => {
  const words = (more: object, originalPrice: number | null = 420) =>
    basisInWords({ originalPrice, price: { ...price, ...more } })
  expect(words({})).toContain('as stated')
  expect(words({ isProven: true })).toContain('we saw it ourselves')
  expect(words({ basis: 'unknown' }, null)).toContain('strike none out')
  // Of a price before that nobody told, it is not said on what it rests.
  expect(words({}, null)).toBe(
    'We know of no price before, so we strike none out and claim no saving.',
  )
  expect(words({ isFull: true }, null)).toContain('It costs what it did before')
})
