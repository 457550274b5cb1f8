import { expect, test } from 'vitest'
import { drawableName, shareCopy } from './words.copy.ts'

test.each([
  ['Maison Aurelle', 'Maison Aurelle'],
  ['Ștefan Łódź & Søn', 'Ștefan Łódź & Søn'],
  ['Đặng Nguyễn', 'Đang Nguyen'],
  ['Halden\u00a0  \u202eby\u200bnight 👗', 'Halden by night'],
  ['e\u0301toile', 'étoile'],
  ['山本耀司', undefined],
  ['Halden 京都', undefined],
  ['דגם', undefined],
  ['Ζωή', undefined],
  ['🧵✂️', undefined],
  ['', undefined],
])('the brand %j is drawn as %j', (name, drawn) => {
  expect(drawableName(name)).toBe(drawn)
})

test('a name without end is ended where a word does', () => {
  expect(drawableName(`${'Haberdashers and '.repeat(10)}Co`)).toMatch(/^.{40,90}…$/)
  expect(drawableName('Haberdashery'.repeat(20))?.length).toBeLessThan(100)
})

const prices = { originalPrice: 1000, salePrice: 400, discount: 60 }
const price = { basis: 'retailer', isProven: false, isLowest: false, since: '2026-11-20' } as const
const deal = { brandName: 'Halden', ...prices, price, endedReason: null }
test.each([
  [{}, { now: '$400', before: 'was', was: '$1,000', off: '60% off' }],
  [
    { price: { ...price, basis: 'rrp' } as const },
    { now: '$400', before: 'RRP', was: '$1,000', off: '60% off' },
  ],
  [
    { price: { ...price, isLowest: true } },
    { now: '$400', before: 'lowest in 30 days', was: '$1,000', off: '60% off' },
  ],
  [
    { salePrice: 399.5, discount: 60.1 },
    { now: '$399.50', before: 'was', was: '$1,000', off: '60% off' },
  ],
  [
    { salePrice: null, discount: null },
    { now: undefined, before: 'was', was: '$1,000', off: undefined },
  ],
  [
    { originalPrice: null, discount: null },
    { now: '$400', was: undefined, off: undefined },
  ],
  [
    { salePrice: 1000, discount: 0 },
    { now: '$1,000', was: undefined, off: undefined },
  ],
])('prices are those of the card: %j', (change, words) => {
  expect(shareCopy({ ...deal, ...change })).toEqual({ brand: 'Halden', ...words })
})
