import { describe, expect, test } from 'vitest'
import {
  dayInWords,
  divideByDay,
  isNew,
  lastNewDeal,
  openInWords,
  startInWords,
  todayAfter,
} from './days.rules.ts'

const deal = (id: string, publishedAt: string | null) => ({ id, publishedAt })
// Toronto is five hours behind: its Sunday begins and ends at 5:00 UTC.
const sunday = [deal('a', '2026-11-23T04:59:59.000Z'), deal('b', '2026-11-22T05:00:00.000Z')]
const saturday = [deal('c', '2026-11-22T04:59:59.000Z')]

describe('the feed is divided by the day in Toronto', () => {
  test('under the size of the whole day, as the page that was asked last knows it', () => {
    const pages = [
      { days: [{ day: '2026-11-22', deals: 2, ended: 0 }] },
      {
        days: [
          { day: '2026-11-22', deals: 32, ended: 2 },
          { day: '2026-11-21', deals: 31, ended: 0 },
        ],
      },
    ]
    expect(divideByDay([...sunday, ...saturday], pages)).toEqual([
      { day: '2026-11-22', size: 32, ended: 2, deals: sunday },
      { day: '2026-11-21', size: 31, ended: 0, deals: saturday },
    ])
  })

  test('and a size that nobody has said is not made up', () => {
    expect(divideByDay(saturday, [])).toEqual([
      { day: '2026-11-21', size: undefined, ended: 0, deals: saturday },
    ])
    expect(divideByDay([], [])).toEqual([])
  })
})

test.each([
  ['2026-11-22', '2026-11-22', 'Today, Sunday, November 22'],
  ['2026-11-21', '2026-11-22', 'Yesterday, Saturday, November 21'],
  ['2026-11-20', '2026-11-22', 'Friday, November 20'],
  ['2026-12-31', '2027-01-01', 'Yesterday, Thursday, December 31'],
  ['2026-12-30', '2027-01-01', 'Wednesday, December 30, 2026'],
  ['2026-11-20', '', 'Friday, November 20, 2026'],
])('%s, read on %s, is %s', (day, today, words) => {
  expect(dayInWords(day, today)).toBe(words)
})

test.each([
  [1, 'One of them is open for you, above.'],
  [3, 'Three of them are open for you, above.'],
])('%i above the list', (count, words) => {
  expect(openInWords(count)).toBe(words)
})

test.each([
  ['2026-11-22', '2026-11-22', '2026-11-22', '2026-11-22'],
  ['2026-11-22', '2026-11-22', '2026-11-23', '2026-11-23'],
  ['2026-12-31', '2026-12-31', '2027-01-02', '2027-01-02'],
  // Even a clock that is years behind tells that a day has passed.
  ['2026-11-22', '2020-02-28', '2020-02-29', '2026-11-23'],
  ['', '2026-11-22', '2026-11-23', ''],
])('a page made on %s is read on, from %s to %s: today is %s', (today, from, to, words) => {
  expect(todayAfter(today, from, to)).toBe(words)
})

test.each([
  [2, undefined, 'This list begins with deal 13.'],
  [101, undefined, 'This list begins with deal 1,201.'],
  [
    4,
    'Try again in a moment.',
    'This list begins with deal 37. Those before it could not be fetched. Try again in a moment.',
  ],
])('a list that begins with page %i says so', (from, why, words) => {
  expect(startInWords(from, why)).toBe(words)
})

describe('what is new since somebody was here', () => {
  const all = [...sunday, ...saturday]
  test.each([
    ['at a first visit nothing is', null, undefined],
    ['all that is there, and where it ends is further on', '2026-11-01T00:00:00.000Z', undefined],
    ['none', '2026-11-23T04:59:59.000Z', undefined],
    ['the newest', '2026-11-22T05:00:00.000Z', 'a'],
    ['those of today', '2026-11-22T04:59:59.000Z', 'b'],
  ])('%s', (_what, mark, last) => {
    expect(lastNewDeal(all, mark)?.id).toBe(last)
  })

  test('a deal of no known day is never new', () => {
    expect(isNew(deal('d', null), '2026-11-01T00:00:00.000Z')).toBe(false)
  })
})
