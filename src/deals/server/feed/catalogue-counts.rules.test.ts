import { expect, test } from 'vitest'
import { dealsADay, upTo, wholePercent } from './catalogue-counts.rules.ts'

const TODAY = '2026-11-21'
const feed = (days: Record<string, number>) =>
  Object.entries(days)
    .map(([publishedDay, dealsThrough]) => ({ publishedDay, dealsThrough }))
    .toReversed()

test.each([
  ['nothing was published before today', {}, 0],
  ['the feed is one day old', { '2026-11-20': 31 }, 31],
  ['the feed is two days old', { '2026-11-19': 20, '2026-11-20': 51 }, 25],
  ['a day was left out', { '2026-11-18': 30, '2026-11-20': 60 }, 20],
  ['a full week and what was before it', { '2026-11-13': 900, '2026-11-20': 1110 }, 30],
  ['nothing for a week', { '2026-11-01': 30, '2026-11-02': 60 }, 0],
])('deals a day when %s', (_when, days, expected) => {
  expect(dealsADay(feed(days), TODAY)).toBe(expected)
})

test.each([
  [null, null],
  [409, 40],
  [0, 0],
])('%s per mille off is said as %s percent', (perMille, expected) => {
  expect(wholePercent(perMille)).toBe(expected)
})

test.each([
  [null, null, null],
  [80, null, null],
  [80, 80, 80],
  [80, 76, 80],
  [80, 75, 80],
  [80, 74, 79],
  [90, 40, 45],
])('of %s at most, with a tenth at %s, is said: up to %s', (highest, tenth, expected) => {
  expect(upTo(highest, tenth)).toBe(expected)
})
