import { expect, test } from 'vitest'
import { byLetter, figuresInWords, monthsOf } from './words.copy.ts'

const NONE = { lowestPrice: null, largestSaving: null, largestDiscount: null, newestDay: null }

test.each([
  [
    { ...NONE, deals: 34, lowestPrice: 120, largestSaving: 1240.5, newestDay: '2026-11-22' },
    '34 deals by Aubrelle, from $120. The largest saving is $1,240.50. Newest: Sunday, November 22, 2026.',
  ],
  [{ ...NONE, deals: 1 }, '1 deal by Aubrelle.'],
  [{ ...NONE, deals: 0 }, 'No deals by Aubrelle at the moment. New ones arrive every morning.'],
])('%o is told as %s', (figures, words) => {
  expect(figuresInWords('by Aubrelle', figures)).toBe(words)
})

test('names stand under the letter they begin with, accents aside, and what has none comes last', () => {
  const names = ['Éclat', 'elder', 'A.P.', '« Zoé »', '3.1', 'Ганни', 'Østre']
  const letters = byLetter(names.map((name) => ({ slug: name, name, deals: 1 })))
  expect(letters.map(({ letter, places }) => [letter, places.map(({ name }) => name)])).toEqual([
    ['A', ['A.P.']],
    ['E', ['Éclat', 'elder']],
    ['O', ['Østre']],
    ['Z', ['« Zoé »']],
    ['#', ['3.1', 'Ганни']],
  ])
})

test('a month is whole, and begins on its day of the week', () => {
  const [december, february] = monthsOf(['2024-02-29', '2026-12-01', '2024-02-01'])
  expect(december).toMatchObject({ first: '2026-12-01', before: 2 })
  expect(december?.days).toHaveLength(31)
  expect(february).toMatchObject({ first: '2024-02-01', before: 4 })
  expect(february?.days.at(-1)).toBe('2024-02-29')
})
