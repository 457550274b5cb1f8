import { expect, test } from 'vitest'
import { readFilters } from '#app/deals/filters/reading.facts.ts'
import { filtersOf } from './choosing.rules.ts'
import { leftOutInWords } from './left-out.copy.ts'
import { nameOf, searchLabel, showInWords, titleOf, withoutInWords } from './words.copy.ts'

test('the field says what it searches', () => {
  expect(searchLabel(true)).toBe('Search brands, pieces, retailers')
  expect(searchLabel(false)).toBe('Search brands and categories')
})

test.each([
  ['', 'All deals'],
  ['category=boots&max=200', 'Boots, Under $200'],
  ['q=coat', '“coat”'],
  ['category=boots&colour=black,red&max=200&off=50', 'Boots, Black, Red and 2 more'],
  ['brand=maison-aubrelle', 'Maison Aubrelle'],
  ['not-brand=maison-aubrelle', 'Without Maison Aubrelle'],
  ['day=week', 'Last 7 days'],
])('a list of %j is called %s', (what, title) => {
  expect(titleOf(filtersOf(what), undefined)).toBe(title)
})

test('a brand is called as the records call it', () => {
  const brand = [{ value: 'aubrelle', label: 'Aubrèlle', count: 1, isChosen: true }]
  const facets = { department: [], category: [], brand, colour: [], size: [] }
  const known = { total: 1, ended: 0, facets, price: null, without: [], gone: [] }
  expect(nameOf(known, 'brand', 'aubrelle')).toBe('Aubrèlle')
  expect(nameOf(known, 'not-brand', 'aubrelle')).toBe('Without Aubrèlle')
  // An excluded value is in no list of facets.
  const gone = [{ name: 'not-brand', value: 'mcqueen', label: 'McQueen' } as const]
  expect(nameOf({ ...known, gone }, 'not-brand', 'mcqueen')).toBe('Without McQueen')
})

test('what was left out is named, with what it must be', () => {
  const problem = { name: 'colour', value: 'lila', message: 'must be one of our colours' } as const
  expect(leftOutInWords([problem])).toBe(
    'Not understood and left out: colour “lila” (must be one of our colours).',
  )
  const brands = ['a', 'b', 'c', 'd', 'e'].map(
    (value) => ({ name: 'brand', value, message: 'must be ours' }) as const,
  )
  expect(leftOutInWords([problem, ...brands])).toBe(
    'Not understood and left out: colour “lila” (must be one of our colours); brand “a”, “b”, “c” and 2 more (must be ours).',
  )
  const { problems } = readFilters(new URLSearchParams('sort=dear&min=500&max=100'))
  expect(leftOutInWords(problems)).toBe(
    'Not understood and left out: highest price “100” (must be at least 500, as the lowest price is); order “dear” (must be one of our orders).',
  )
  const numbers = readFilters(new URLSearchParams('max=dear&day=x'))
  expect(leftOutInWords(numbers.problems)).toBe(
    'Not understood and left out: highest price “dear” (must be whole dollars from 0 to 1,000,000); day “x” (must be today, week, month or a day, such as 2026-11-21).',
  )
  const both = readFilters(new URLSearchParams('category=boots&not-category=boots'))
  expect(leftOutInWords(both.problems)).toBe(
    'Not understood and left out: category left out “boots” (must not be chosen as well).',
  )
})

test.each([
  ['max', 'Under $200', "Without 'Under $200': 12"],
  ['q', '“coat”', "Without 'coat': 12"],
  ['not-category', 'Without Clothing', "With 'Clothing': 12"],
  ['not-brand', 'Aubrelle', "With 'Aubrelle': 12"],
] as const)('without %s, which is called %s, is said so', (name, label, words) => {
  expect(withoutInWords({ name, label, value: '', count: 12 })).toBe(words)
})

test.each([
  [34, 'Show 34 deals'],
  [1, 'Show 1 deal'],
  [0, 'Show 0 deals'],
  [undefined, 'Show deals'],
])('with %s found the button says %s', (total, words) => {
  expect(showInWords(total)).toBe(words)
})
