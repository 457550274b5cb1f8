import { expect, test } from 'vitest'
import { nameOfCarousel, stateInWords } from './words.copy.ts'

test.each([
  [{ isOn: false, title: '', deals: 9 }, 'Off, without a title'],
  [{ isOn: false, title: 'Bags', deals: 9 }, 'Off'],
  [{ isOn: true, title: 'Bags', deals: 2 }, 'On, and waits for 1 more'],
  [{ isOn: true, title: 'Bags', deals: 0 }, 'On, and waits for 3 more'],
  [{ isOn: true, title: 'Bags', deals: 3 }, 'Shown'],
])('%j: %s', (carousel, words) => {
  expect(stateInWords({ number: 1, ...carousel })).toBe(words)
})

test('it has a name before it has a title', () => {
  expect(
    [{ title: '' }, { title: 'Bags' }].map((each) => nameOfCarousel({ number: 2, ...each })),
  ).toEqual(['Carousel 2', 'Bags'])
})
