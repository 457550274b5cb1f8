import { describe, expect, test } from 'vitest'
import { ADMIN_PAGE_SIZE } from '#app/admin/admin.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { buildRows, countDays, type DealListRow, findTarget, pagesAround } from './rows.rules.ts'

const NONE: ReadonlySet<string> = new Set()

function deal(id: string, createdDay = '2026-11-21', isPublished = true): ManagedDeal {
  return {
    id,
    brandName: 'Fold',
    brandSlug: 'fold',
    productName: `Coat ${id}`,
    originalPrice: 200,
    salePrice: 100,
    discount: 50,
    ...{ currency: 'USD', foreignWas: null, foreignNow: null, rateDay: null },
    basis: 'retailer',
    price: { basis: 'retailer', isProven: false, isLowest: false, since: '2026-11-20' },
    buyUrl: `https://shop.example/${id}`,
    domain: 'shop.example',
    retailer: 'Shop',
    images: [],
    dealCardImageUrl: null,
    imagePlaceholder: null,
    isAccessible: true,
    isPreview: false,
    isPublished,
    showInSplash: false,
    carouselAssignment: 0,
    createdAt: `${createdDay}T12:00:00.000Z`,
    createdDay,
    publishedAt: null,
    state: isPublished ? 'live' : 'draft',
    ...{ startsAt: null, endsAt: null, endedAt: null, endedReason: null, mayBeGone: false },
    version: 1,
    importId: null,
    department: null,
    category: null,
    colour: null,
    unread: {},
    sizes: [],
    gtin: null,
    styleNumber: null,
    pictures: [],
    clicks: 0,
  }
}

const page = (from: number, count: number, day?: string) =>
  Array.from({ length: count }, (_, index) => deal(`${from + index}`, day))

const told = (rows: readonly DealListRow[]) =>
  rows.map((row) => (row.kind === 'day' ? row.day : row.kind === 'deal' ? row.deal.id : '...'))

describe('the rows of the list', () => {
  test('a heading stands before the first deal of each day', () => {
    const pages = new Map([
      [1, [deal('a'), deal('b'), deal('c', '2026-11-20'), deal('d', '2026-11-18')]],
    ])
    expect(told(buildRows({ total: 4, pages, gone: NONE }))).toEqual([
      '2026-11-21',
      'a',
      'b',
      '2026-11-20',
      'c',
      '2026-11-18',
      'd',
    ])
  })

  test('deals that are not here yet keep their places', () => {
    const pages = new Map([
      [1, page(0, ADMIN_PAGE_SIZE)],
      [3, page(100, 2, '2026-11-19')],
    ])
    const rows = buildRows({ total: 2 * ADMIN_PAGE_SIZE + 2, pages, gone: NONE })
    expect(rows.filter(({ kind }) => kind === 'gap')).toHaveLength(ADMIN_PAGE_SIZE)
    expect(told(rows).slice(-3)).toEqual(['2026-11-19', '100', '101'])
    expect(rows.at(-1)).toMatchObject({ position: 2 * ADMIN_PAGE_SIZE + 1 })
  })

  test('a deleted deal is gone at once, and its day with the last of it', () => {
    const pages = new Map([[1, [deal('a'), deal('b', '2026-11-20')]]])
    expect(told(buildRows({ total: 2, pages, gone: new Set(['a']) }))).toEqual(['2026-11-20', 'b'])
  })

  test('a deal that two pages hold, read at different moments, stands there once', () => {
    const first = page(0, ADMIN_PAGE_SIZE)
    const pages = new Map([
      [1, first],
      [2, [...first.slice(-1), deal('last')]],
    ])
    const rows = buildRows({ total: ADMIN_PAGE_SIZE + 2, pages, gone: NONE })
    expect(told(rows).filter((id) => id === '49')).toHaveLength(1)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  test('a day that is torn apart has headings of different names', () => {
    const pages = new Map([[1, [deal('a'), deal('b', '2026-11-20'), deal('c')]]])
    const rows = buildRows({ total: 3, pages, gone: NONE })
    expect(new Set(rows.map(({ key }) => key)).size).toBe(6)
  })

  test('a page that has become shorter leaves no holes', () => {
    const pages = new Map([[1, [deal('a')]]])
    expect(told(buildRows({ total: 2, pages, gone: NONE }))).toEqual(['2026-11-21', 'a'])
  })
})

test.each([
  [0, 12, 20_000, [1, 2]],
  [45, 60, 20_000, [1, 2, 3]],
  [130, 145, 20_000, [2, 3, 4]],
  [19_990, 19_999, 20_000, [399, 400]],
  [0, 0, 0, [1]],
  [0, 2, 3, [1]],
])(
  'with deals %d to %d of %d on the screen the pages to have are %j',
  (first, last, total, pages) => {
    expect(pagesAround(first, last, total)).toEqual(pages)
  },
)

describe('how many a day has', () => {
  test('is counted with those that are not published', () => {
    const pages = new Map([
      [1, [deal('a'), deal('b', '2026-11-21', false), deal('c', '2026-11-20')]],
    ])
    const counts = countDays(buildRows({ total: 3, pages, gone: NONE }))
    expect(counts.get('2026-11-21')).toEqual({ deals: 2, unpublished: 1 })
    expect(counts.get('2026-11-20')).toEqual({ deals: 1, unpublished: 0 })
  })

  test('is not said of a day that is here in part', () => {
    const pages = new Map([
      [1, page(0, ADMIN_PAGE_SIZE)],
      [3, [deal('x', '2026-11-19'), deal('y', '2026-11-18')]],
    ])
    const counts = countDays(buildRows({ total: 2 * ADMIN_PAGE_SIZE + 2, pages, gone: NONE }))
    expect([...counts.keys()]).toEqual(['2026-11-18'])
  })

  test('is taken from the filters for a day that is here in part', () => {
    const pages = new Map([[1, page(0, ADMIN_PAGE_SIZE)]])
    const rows = buildRows({ total: ADMIN_PAGE_SIZE + 5, pages, gone: NONE })
    const counts = countDays(rows, [{ name: '2026-11-21', deals: 55 }])
    expect(counts.get('2026-11-21')).toEqual({ deals: 55 })
  })
})

const rows: DealListRow[] = [
  { kind: 'day', key: 'day-1', day: '2026-11-21' },
  { kind: 'gap', key: 'gap-0', position: 0 },
  { kind: 'day', key: 'day-2', day: '2026-11-20' },
  { kind: 'gap', key: 'gap-1', position: 1 },
]

test.each([
  [2, 1, 3],
  [2, -1, 1],
  [0, -1, 1],
  [-5, -1, 1],
  [9, 1, 3],
] as const)('going to row %d by %d one comes to row %d', (wanted, direction, target) => {
  expect(findTarget(rows, wanted, direction)).toBe(target)
})

test('in an empty list there is nowhere to go', () => {
  expect(findTarget([], 0, 1)).toBeUndefined()
})
