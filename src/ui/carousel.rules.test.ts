import { expect, test } from 'vitest'
import { padSlides } from './carousel.rules.ts'

const deals = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index + 1}` }))

test.each([
  [0, ''],
  [1, '1 1* 1* 1* 1*'],
  [2, '1 2 1* 2* 1*'],
  [4, '1 2 3 4 1*'],
  [5, '1 2 3 4 5'],
  [7, '1 2 3 4 5 6 7'],
  [14, '1 2 3 4 5 6 7 8 9 10'],
])('a carousel of %i deals shows: %s (* is a repeat)', (count, shown) => {
  const slides = padSlides(deals(count))
  expect(slides.map(({ item, isRepeat }) => item.id + (isRepeat ? '*' : '')).join(' ')).toBe(shown)
})

test('no two slides share a key', () => {
  const keys = padSlides(deals(2), { fewest: 9 }).map(({ key }) => key)
  expect(new Set(keys).size).toBe(9)
})
