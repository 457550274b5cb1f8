import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import {
  isLongAgo,
  PRICE_BASES,
  type PriceBasis,
  priceBadges,
  priceState,
  type SeenPrice,
} from './prices.facts.ts'

const BEGIN = Date.parse('2026-01-01T17:00:00Z')

/**
 * Parses a history. `10 check 100>60`: on day 10 our check saw 60, and 100 as the earlier price. `-` means
 * none. A basis may follow if it is not the retailer's own, and `seen` if a person states where and when.
 */
function historyOf(text: string): SeenPrice[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => {
      const [day = '', source = '', prices = '', ...more] = each.split(' ')
      const [was = null, now = null] = prices
        .split('>')
        .map((price) => (price === '-' ? null : Number(price)))
      const basis = more.find((word): word is PriceBasis => PRICE_BASES.includes(word as never))
      return {
        at: new Date(BEGIN + Number(day) * DAY_MS),
        ...{ was, now, source, basis: basis ?? 'retailer' },
        isCertain: source === 'check' || more.includes('seen'),
      }
    })
}

/** Describes the state: `100 since 10, proven` is the earlier price used, with its properties. */
function stateOf(text: string): string {
  const { was, since, isProven, lowestBefore, isBack } = priceState(historyOf(text))
  const day = since && Math.round((since.getTime() - BEGIN) / DAY_MS)
  return [
    `${was ?? 'none'}${day === null ? '' : ` since ${day}`}`,
    ...(lowestBefore === null ? [] : ['lowest']),
    ...(isProven ? ['proven'] : []),
    ...(isBack ? ['back'] : []),
  ].join(', ')
}

describe('what follows from all that was observed', () => {
  const CASES: Array<[of: string, history: string, state: string]> = [
    // Nothing or hardly anything is known.
    ['nothing is known', '', 'none'],
    ['only a price', '0 import ->60', 'none'],
    ['only a price before', '0 import 100>-', '100'],
    ['neither', '0 admin ->-', 'none'],
    ['nothing off', '0 import 100>100', '100, back'],
    ['free of charge', '0 import 100>0', '100 since 0'],
    // Stated and proven prices.
    ['a sheet says so', '0 import 100>60', '100 since 0'],
    ['a form says so', '0 admin 100>60', '100 since 0'],
    ['a feed says so', '0 feed 100>60', '100 since 0'],
    ['what was there before', '0 before 100>60', '100 since 0'],
    ['our check saw it', '0 check 100>60', '100 since 0, proven'],
    ['a person saw it, and says where and when', '0 admin 100>60 seen', '100 since 0, proven'],
    ['stated, then seen', '0 import 100>60, 1 check 100>60', '100 since 0, proven'],
    ['stated, then a page without a price before', '0 import 100>60, 1 check ->60', '100 since 0'],
    ['seen, then a page without', '0 check 100>60, 1 check ->60', '100 since 0, proven'],
    ['seen, then stated again', '0 check 100>60, 1 admin 100>60', '100 since 0, proven'],
    ['seen lower than stated', '0 import 120>60, 1 check 100>60', '100 since 0, proven'],
    ['seen, then stated higher', '0 check 100>60, 1 admin 120>60', '120 since 0'],
    ['seen higher than stated since', '0 check 120>60, 1 admin 100>60', '100 since 0, proven'],
    ['seen as the price itself', '0 check ->100, 5 import 100>60', '100 since 5, proven'],
    [
      'stated above what was asked',
      '0 check ->100, 5 import 150>60',
      '100 since 5, lowest, proven',
    ],
    [
      'seen as the price before of an earlier reduction alone',
      '0 check 150>60, 10 admin 100>100, 60 import 150>70',
      '100 since 60, lowest',
    ],
    ['seen by a person as the price', '0 admin ->100 seen, 5 admin 100>60', '100 since 5, proven'],
    // The basis of the earlier price.
    ['recommended', '0 import 100>60 rrp', '100 since 0'],
    ['recommended, and seen: never proven', '0 check 100>60 rrp', '100 since 0'],
    ['elsewhere', '0 admin 100>60 market', '100 since 0'],
    ['elsewhere, and seen', '0 admin 100>60 market seen', '100 since 0'],
    ['unknown: nothing is claimed', '0 import 100>60 unknown', 'none since 0'],
    ['unknown, and seen', '0 check 100>60 unknown', 'none since 0'],
    ['unknown, then known', '0 import 100>60 unknown, 2 admin 100>60', '100 since 0'],
    ['known, then not any more', '0 import 100>60, 2 admin 100>60 unknown', 'none since 0'],
    [
      'recommended, then seen as its own',
      '0 import 100>60 rrp, 1 check 90>60',
      '90 since 0, proven',
    ],
    ['its own, then only recommended', '0 check 100>60, 1 admin 130>60 rrp', '130 since 0'],
    [
      'a page without says nothing of the basis',
      '0 import 100>60 rrp, 1 check ->55',
      '100 since 0',
    ],
    // Where the reduction begins.
    ['falls further: the same reduction', '0 import 100>80, 9 check 100>60', '100 since 0, proven'],
    ['falls by a page without', '0 import 100>80, 9 check ->60', '100 since 0'],
    ['rises within it', '0 import 100>60, 9 check ->80', '100 since 0'],
    ['falls, rises, falls', '0 import 100>60, 3 check ->80, 9 check ->50', '100 since 0'],
    ['full, then reduced', '0 import 100>100, 9 admin 100>60', '100 since 9'],
    ['the price before is filled in', '0 admin ->60, 1 admin 100>60', '100 since 0'],
    [
      'filled in after a page without',
      '0 check ->60, 1 admin 100>60',
      '60 since 1, lowest, proven, back',
    ],
    ['a sale that is none', '0 check ->60, 20 check 150>60', '60 since 20, lowest, proven, back'],
    ['another price before within it', '0 import 100>60, 5 check 110>60', '110 since 0, proven'],
    ['nobody knew for a while', '0 import 100>60, 3 admin 100>-, 5 admin 100>60', '100 since 0'],
    ['nobody knows now', '0 import 100>60, 3 admin 100>-', '100'],
    // The lowest price of the 30 days before it.
    ['dearer before', '0 check ->120, 9 import 100>60', '100 since 9, proven'],
    ['the same before', '0 check ->100, 9 import 100>60', '100 since 9, proven'],
    ['cheaper before', '0 check ->90, 9 import 100>60', '90 since 9, lowest, proven'],
    [
      'cheaper before, as stated',
      '0 import 100>100, 3 admin 90>90, 9 import 100>60',
      '90 since 9, lowest',
    ],
    [
      'the lowest of several',
      '0 check ->95, 3 check ->85, 6 check ->99, 9 import 100>60',
      '85 since 9, lowest, proven',
    ],
    [
      'on the first of the 30 days',
      '0 check ->80, 1 check ->100, 30 import 100>60',
      '80 since 30, lowest, proven',
    ],
    [
      'it ended as they began',
      '0 check ->80, 1 check ->100, 31 import 100>60',
      '100 since 31, proven',
    ],
    [
      'it held when they began',
      '0 check ->80, 20 check ->100, 49 import 100>60',
      '80 since 49, lowest, proven',
    ],
    [
      'it was over by then',
      '0 check ->80, 20 check ->100, 51 import 100>60',
      '100 since 51, proven',
    ],
    ['it held all the time', '0 check ->80, 90 import 100>60', '80 since 90, lowest, proven'],
    [
      'its own prices never count',
      '0 check ->100, 5 import 100>60, 9 check 100>50, 12 check 100>70',
      '100 since 5, proven',
    ],
    ['a long reduction', '0 check ->100, 5 import 100>60, 200 check 100>50', '100 since 5, proven'],
    [
      'of an earlier reduction they do',
      '0 import 100>60, 10 check 100>100, 20 check 100>70',
      '60 since 20, lowest, proven, back',
    ],
    [
      'of one long ago they do not',
      '0 import 100>60, 10 check 100>100, 60 check 100>70',
      '100 since 60, proven',
    ],
    [
      'a better one than the last',
      '0 import 100>60, 10 check 100>100, 20 check 100>40',
      '60 since 20, lowest, proven',
    ],
    ['what is recommended is no earlier price', '0 check ->80, 9 import 100>60 rrp', '100 since 9'],
    ['nor what it costs elsewhere', '0 check ->80, 9 import 100>60 market', '100 since 9'],
    ['unknown stays unknown', '0 check ->80, 9 import 100>60 unknown', 'none since 9'],
    ['a price not known is none', '0 admin 100>-, 9 import 100>60', '100 since 9'],
    // The price rises again.
    ['up to what it was', '0 import 100>60, 9 check ->100', '100, proven, back'],
    ['above what it was', '0 import 100>60, 9 check ->120', '100, proven, back'],
    [
      'up to the lowest',
      '0 check ->80, 9 import 100>60, 12 check ->80',
      '80 since 9, lowest, proven, back',
    ],
    ['nearly up', '0 import 100>60, 9 check ->99', '100 since 0'],
    ['up, and down again', '0 import 100>60, 9 check ->100, 40 check ->70', '100 since 40, proven'],
    ['unknown never comes back', '0 import 100>60 unknown, 9 check ->100', 'none'],
    // Inconclusive checks.
    ['another currency says nothing', '0 import 100>60, 3 check ->-', '100 since 0'],
    ['nor does a price before alone', '0 import 100>60, 3 check 150>-', '100 since 0'],
    // A curator who was on the page and types only the price.
    ['the price alone', '0 import 100>60, 3 curator ->55 seen', '100 since 0'],
    ['of what is recommended', '0 import 100>60 rrp, 3 curator ->55 seen', '100 since 0'],
    ['of what is asked elsewhere', '0 admin 100>60 market, 3 curator ->55 seen', '100 since 0'],
    ['of what nobody knows', '0 import 100>60 unknown, 3 curator ->55 seen', 'none since 0'],
    ['of what was seen', '0 check 100>60, 3 curator ->55 seen', '100 since 0, proven'],
    ['as dear as before', '0 import 100>60, 3 curator ->100 seen', '100, proven, back'],
    ['with what it was', '0 import 100>60, 3 curator 100>55 seen', '100 since 0, proven'],
    ['with what the maker says', '0 import 100>60, 3 curator 90>55 rrp seen', '90 since 0'],
    ['before anybody has stated one', '0 curator ->60 seen, 1 admin 100>60', '100 since 0'],
    ['full, then reduced', '0 curator ->100 seen, 5 import 100>60', '100 since 5, proven'],
    ['cheaper before', '0 curator ->80 seen, 9 import 100>60', '80 since 9, lowest, proven'],
    // A form states the earlier price, or that there is none.
    ['a form takes a price before away', '0 import 100>60, 3 admin ->60', 'none'],
    ['and says it again', '0 import 100>60, 3 admin ->60, 4 admin 100>60', '100 since 0'],
  ]

  test.each(CASES)('%s: %s', (_, history, state) => {
    expect(stateOf(history)).toBe(state)
  })

  test('there are at least eighty cases', () => {
    expect(new Set(CASES.map(([, history]) => history)).size).toBeGreaterThanOrEqual(80)
  })

  test('a price before that is used is never above the one that was stated, nor unknown and struck', () => {
    const amounts = ['-', '0', '40', '60', '80', '100', '120']
    let seed = 7
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    for (let run = 0; run < 2000; run += 1) {
      const text = Array.from({ length: 1 + next(7) }, (_, index) => {
        const source = ['import', 'admin', 'check', 'feed'][next(4)]
        const prices = `${amounts[next(7)]}>${amounts[next(7)]}`
        return `${index * (1 + next(25))} ${source} ${prices} ${PRICE_BASES[next(4)]}`
      }).join(', ')
      const state = priceState(historyOf(text))
      if (state.was !== null) expect(state.was, text).toBeLessThanOrEqual(state.stated ?? -1)
      if (state.basis === 'unknown') expect(state.was, text).toBeNull()
      if (state.isProven) expect(state.basis, text).toBe('retailer')
      if (state.since) expect(state.now, text).not.toBeNull()
      if (state.lowestBefore !== null) expect(state.was, text).toBe(state.lowestBefore)
    }
  })
})

describe('badges', () => {
  const TODAY = '2026-01-31'
  const on = (day: number) => new Date(BEGIN + day * DAY_MS)
  test.each([
    ['nothing is known', '', 0, ''],
    ['one price for long', '0 import 100>60', 0, ''],
    ['as low as ever, for long enough', '16 import 100>60, 20 check ->60', 16, 'lowest'],
    ['not for long enough', '17 import 100>60, 20 check ->60', 17, ''],
    ['lower than ever', '0 import 100>60, 20 check ->50', 0, 'lowest,down'],
    ['lower than ever, and down', '0 import 100>60, 20 check ->50', 19, 'lowest,down'],
    ['lower lately only', '20 import 100>60, 25 check ->50', 20, 'down'],
    ['up since', '0 import 100>60, 20 check ->70', 0, 'up'],
    ['up before it was published', '0 import 100>60, 10 check ->70', 15, ''],
    [
      'down to what it was before',
      '0 import 100>60, 5 check ->70, 20 check ->60',
      10,
      'lowest,down',
    ],
    ['up from the lowest, down since', '0 import 100>40, 5 check ->70, 20 check ->60', 10, 'down'],
    ['published with the price that it has', '0 import 100>60, 20 admin 100>50', 20, 'lowest'],
    ['published before anything was seen', '10 import 100>60, 20 check ->70', 0, 'up'],
    ['the price is not known now', '0 import 100>60, 20 admin 100>-', 0, ''],
    [
      'it was not known for a while',
      '0 admin 100>-, 3 admin 100>60, 20 check ->50',
      0,
      'lowest,down',
    ],
  ])('%s', (_, history, published, badges) => {
    const told = priceBadges(historyOf(history), { publishedAt: on(published), today: TODAY })
    expect(told.join()).toBe(badges)
  })

  test('of what is not published nothing is said of since', () => {
    const history = historyOf('0 import 100>60, 20 check ->70')
    expect(priceBadges(history, { publishedAt: null, today: TODAY })).toEqual([])
  })
})

test.each([
  ['2026-08-25', '2026-11-23', false],
  ['2026-08-24', '2026-11-23', true],
  ['2026-11-23', '2026-11-23', false],
  ['2025-11-23', '2026-11-23', true],
  ['2027-12-01', '2028-02-29', false],
  ['2027-11-30', '2028-02-29', true],
])('a price before of %s is told with its day on %s: %s', (since, today, isLong) => {
  expect(isLongAgo(since, today)).toBe(isLong)
})
