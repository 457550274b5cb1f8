import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countOf,
  formatBytes,
  formatCount,
  formatMegabytes,
  MB,
  spellNumber,
  spellNumberFirst,
} from './counts.ts'

test('a count is written as English writes it, with a tenth where there is one', () => {
  const english = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
  for (const count of [0, 7, 999, 1000, 10_000, 1_234_567, 0.5, 2.04, 1234.56, -3, -1200.5]) {
    expect(formatCount(count)).toBe(english.format(count))
  }
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (tenths) => {
      fc.pre(tenths !== 0)
      expect(formatCount(tenths / 10)).toBe(english.format(tenths / 10))
    }),
  )
})

test.each([
  [1, '1 deal'],
  [0, '0 deals'],
  [2, '2 deals'],
  [10_000, '10,000 deals'],
])('%i of them', (count, words) => {
  expect(countOf(count, 'deal')).toBe(words)
})

test('some things have another plural', () => {
  expect([countOf(1, 'entry', 'entries'), countOf(2, 'entry', 'entries')]).toEqual([
    '1 entry',
    '2 entries',
  ])
})

test.each([
  [0, 'no', 'No'],
  [3, 'three', 'Three'],
  [10, 'ten', 'Ten'],
  [11, '11', '11'],
  [1200, '1,200', '1,200'],
])('%i in words is %s, and %s where a sentence begins', (count, words, first) => {
  expect([spellNumber(count), spellNumberFirst(count)]).toEqual([words, first])
})

test.each([
  [1, '1 KB'],
  [34_500, '34 KB'],
  [3_565_158, '3.4 MB'],
])('%i bytes', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test('a limit is said in whole megabytes', () => {
  expect([formatMegabytes(8 * MB), formatMegabytes(256 * MB)]).toEqual(['8 MB', '256 MB'])
})
