import { expect, test } from 'vitest'
import type { BoardDeal } from '#app/admin/editions/editions.contract.ts'
import {
  afterFor,
  afterToTakePlace,
  dropOf,
  groupsOf,
  missing,
  mixOf,
  withMoved,
} from './board.rules.ts'

type Told = Partial<Omit<BoardDeal, 'deal'>> & { isPublished?: boolean; price?: number | null }

function of(id: string, { isPublished = false, price = 240, ...more }: Told = {}): BoardDeal {
  const deal = {
    id,
    isPublished,
    salePrice: price,
    category: 'boots',
    brandName: id,
    retailer: 'A',
  }
  return { at: null, version: 1, lookedAt: null, gaps: [], ...more, deal } as unknown as BoardDeal
}
const ids = (deals: BoardDeal[]) => deals.map(({ deal }) => deal.id).join('')

const [SEVEN, NOON] = ['2026-11-24T12:00:00.000Z', '2026-11-24T17:00:00.000Z']
const board = {
  usualAt: SEVEN,
  deals: [
    of('x', { at: NOON }),
    of('a', { at: SEVEN }),
    of('b'),
    of('c', { at: SEVEN }),
    of('o', { at: '2026-11-24T05:00:00.000Z', isPublished: true }),
  ],
}

test('those that go out together stand together, drafts with the most of them', () => {
  expect(groupsOf(board).map(({ key, deals }) => [key, ids(deals)])).toEqual([
    [NOON, 'x'],
    [SEVEN, 'abc'],
    ['out', 'o'],
  ])
})

test.each([
  ['b', 'earlier', null],
  ['c', 'earlier', 'a'],
  ['a', 'earlier', undefined],
  ['a', 'later', 'b'],
  ['a', 'end', 'c'],
  ['c', 'later', undefined],
  ['c', 'top', null],
  ['a', 'top', undefined],
  ['z', 'top', undefined],
] as const)('to move %s %s it goes behind %s', (id, direction, after) => {
  expect(afterFor(['a', 'b', 'c'], id, direction)).toBe(after)
})

test.each([
  ['a tile at another’s place', 'a', 'c', true, { act: 'move-behind', after: 'c' }],
  ['a tile at the end', 'a', 'end', true, { act: 'move-to-end' }],
  ['a tile among those of another time', 'a', 'x', true, { act: 'say-other-time' }],
  ['a tile among those that are out', 'a', 'o', true, { act: 'say-other-time' }],
  ['a draft at a tile’s place', 'd', 'b', false, { act: 'put-in', after: 'a' }],
  ['a draft at the end', 'd', 'end', false, { act: 'put-in', after: undefined }],
  ['a draft among those of another time', 'd', 'x', false, { act: 'put-in', after: undefined }],
  [
    'a draft that somebody has put in meanwhile',
    'a',
    'c',
    false,
    { act: 'move-behind', after: 'c' },
  ],
  ['a tile that somebody has taken out meanwhile', 'd', 'b', true, { act: 'say-gone' }],
])('%s is let go', (_what, id, over, isOfSheet, drop) => {
  expect(dropOf(board, { id, over, isOfSheet })).toEqual(drop)
})

test.each([
  ['a', 'c', 'c', 'xbcao'],
  ['c', 'a', null, 'xcabo'],
  ['b', 'a', null, 'xbaco'],
  ['a', 'b', 'b', 'xbaco'],
])('%s dragged to the place of %s goes behind %s', (id, over, after, order) => {
  expect(afterToTakePlace(['a', 'b', 'c'], id, over)).toBe(after)
  expect(ids(withMoved(board, id, after).deals)).toBe(order)
})

test('what is dragged from the side takes the place it is let go on', () => {
  expect(afterToTakePlace(['a', 'b'], 'new', 'b')).toBe('a')
  expect(afterToTakePlace(['a', 'b'], 'new', 'a')).toBeNull()
  expect(afterToTakePlace(['a', 'b'], 'a', 'gone')).toBeUndefined()
})

test('what is missing is told the worst first', () => {
  const deals = [
    of('a', { gaps: ['check', 'category'] }),
    of('b', { gaps: ['picture', 'category'] }),
  ]
  expect(missing(deals).map((each) => [each.gap, ids(each.deals)])).toEqual([
    ['picture', 'b'],
    ['category', 'ab'],
    ['check', 'a'],
  ])
})

test('an edition is mixed by what it is made of, the most first', () => {
  const deals = [
    of('a', { price: 99.99 }),
    of('b', { price: 100 }),
    of('c', { price: null }),
    of('a'),
  ]
  const { brand, price, category } = mixOf(deals, 1)
  expect(category).toEqual([{ name: 'Shoes', deals: 4 }])
  expect(brand).toEqual([
    { name: 'a', deals: 2 },
    { name: '2 others', deals: 2 },
  ])
  expect(price).toEqual([
    { name: 'Under $100', deals: 1 },
    { name: '$100 to $250', deals: 2 },
    { name: 'No price', deals: 1 },
  ])
})
