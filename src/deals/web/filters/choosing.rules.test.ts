import { describe, expect, test } from 'vitest'
import type { FilterName } from '#app/deals/filters/filters.facts.ts'
import { pathAskedBy } from './asked.ts'
import { askedFor, isWrittenByForm } from './asking.rules.ts'
import {
  chosenOf,
  feedPath,
  filtersOf,
  toggled,
  understood,
  whatOf,
  withoutFilter,
  withoutKind,
  withRenamed,
} from './choosing.rules.ts'

const asked = (address: string) => askedFor(new URLSearchParams(address))

test.each([
  ['', '', undefined],
  ['page=3', '', undefined],
  ['day=2026-11-21&page=2', 'day=2026-11-21', '2026-11-21'],
  ['day=week', 'day=week', undefined],
  ['max=200&category=boots&day=2026-11-21', 'category=boots&max=200&day=2026-11-21', undefined],
])('%j asks for %j, and for the edition of %s', (address, what, day) => {
  expect(asked(address)).toEqual({ what, day, problems: [], isForMembers: false })
})

test('what is not understood is told; of a page that is none it is said around the list', () => {
  expect(asked('colour=lila&page=x').problems.map(({ name }) => name)).toEqual(['colour'])
  expect(isWrittenByForm(new URLSearchParams('category=&page=x'))).toBe(false)
})

test.each([
  ['', 1, '/daily-deals'],
  ['', 2, '/daily-deals?page=2'],
  ['max=200', 1, '/daily-deals?max=200'],
  ['max=200', 2, '/daily-deals?max=200&page=2'],
])('page of %j: %i is at %s', (what, page, path) => {
  expect(feedPath(what, page)).toBe(path)
})

test.each([
  ['category=boots,heels&max=200', false],
  ['category=boots&category=heels', true],
  ['q=&max=200', true],
  ['', false],
])('whether a form has written %j: %s', (address, isForm) => {
  expect(isWrittenByForm(new URLSearchParams(address))).toBe(isForm)
})

test.each([
  ['q=coat&max=200', '/daily-deals?q=coat&max=200'],
  ['max=200&category=boots&min=', '/daily-deals?category=boots&max=200'],
  ['q=', '/daily-deals'],
  ['q=???&category=boots&min=', '/daily-deals?q=%3F%3F%3F&category=boots'],
  ['q=a+b+c+d+e+f+g+h+i', '/daily-deals?q=a+b+c+d+e+f+g+h+i'],
  ['min=500&max=100', '/daily-deals?min=500&max=100'],
])('a form with %j leads to %s, where it can be said what was not understood', (fields, path) => {
  const leads = pathAskedBy(new URLSearchParams(fields))
  expect(leads).toBe(path)
  const [, search = ''] = leads.split('?')
  expect(asked(search)).toEqual(asked(fields))
})

describe('choosing', () => {
  test.each<[string, FilterName, string, string]>([
    ['', 'category', 'boots', 'category=boots'],
    ['category=boots', 'category', 'heels', 'category=boots,heels'],
    ['category=boots', 'category', 'boots', ''],
    // Nobody wants a brand both included and excluded.
    ['brand=a,b', 'not-brand', 'a', 'brand=b&not-brand=a'],
    ['not-brand=a', 'brand', 'a', 'brand=a'],
    ['not-category=boots', 'not-category', 'shoes', 'not-category=shoes'],
    // All shoes include boots, so choosing either replaces the other.
    ['category=boots,heels,totes', 'category', 'shoes', 'category=shoes,totes'],
    ['category=shoes', 'category', 'boots', 'category=boots'],
    ['brand=a', 'brand', 'b', 'brand=a,b'],
    ['', 'max', '200', 'max=200'],
    ['max=100', 'max', '200', 'max=200'],
    ['max=200', 'max', '200', ''],
    ['min=300', 'max', '200', 'max=200'],
    ['max=200', 'min', '300', 'min=300'],
    ['off=30', 'off', '50', 'off=50'],
    ['day=today', 'day', 'week', 'day=week'],
    ['', 'ended', '1', 'ended=1'],
    ['ended=1', 'ended', '1', ''],
    ['q=coat&sort=price-up&page=4', 'colour', 'red', 'q=coat&colour=red&sort=price-up'],
  ])('of %j, %s %s leads to %j', (before, name, value, after) => {
    const { what } = asked(before)
    expect(whatOf(toggled(filtersOf(what), name, value))).toBe(after)
  })

  test.each<[string, FilterName, string, string]>([
    ['category=boots,heels', 'category', 'boots', 'category=heels'],
    ['q=coat&max=200', 'q', 'coat', 'max=200'],
    ['q=coat&sort=newest', 'q', 'coat', ''],
    ['max=200&min=100', 'min', '100', 'max=200'],
    ['not-brand=a', 'not-brand', 'a', ''],
  ])('%j without %s %s is %j', (before, name, value, after) => {
    expect(whatOf(withoutFilter(filtersOf(before), name, value))).toBe(after)
  })

  test.each<[string, FilterName, string]>([
    ['category=boots,heels&max=200', 'category', 'max=200'],
    ['not-brand=a,b&brand=c', 'not-brand', 'brand=c'],
    ['max=200&min=100', 'max', 'min=100'],
    ['q=coat&sort=best&size=m', 'q', 'size=m'],
  ])('%j without all of %s is %j', (before, name, after) => {
    expect(whatOf(withoutKind(filtersOf(before), name))).toBe(after)
  })

  test('what the records do not know is chosen by nobody', () => {
    const leftOut = [{ name: 'brand', value: 'nobody', message: 'must be a brand' } as const]
    expect(whatOf(understood('brand=a,nobody&max=200', leftOut))).toBe('brand=a&max=200')
    expect(whatOf(understood('max=200'))).toBe('max=200')
  })

  test('a brand of which another has taken the place is asked for as that one', () => {
    const what = 'brand=before,other&not-brand=constructor&max=200'
    expect(withRenamed(what, { before: 'after' })).toBe(
      'brand=after,other&not-brand=constructor&max=200',
    )
    expect(withRenamed('brand=after,before', { before: 'after' })).toBe('brand=after')
  })

  test('every value that is chosen is told by itself, the order is not', () => {
    const what = 'q=red+coat&category=boots,heels&max=200&sort=price-up&ended=1'
    expect(chosenOf(filtersOf(what))).toEqual([
      { name: 'q', value: 'red coat' },
      { name: 'category', value: 'boots' },
      { name: 'category', value: 'heels' },
      { name: 'max', value: '200' },
      { name: 'ended', value: '1' },
    ])
  })
})
