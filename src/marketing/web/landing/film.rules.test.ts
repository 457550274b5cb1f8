import { expect, test } from 'vitest'
import { playerAddress } from './film.rules.ts'

test.each([
  [
    'https://www.youtube-nocookie.com/embed/abc',
    'https://www.youtube-nocookie.com/embed/abc?autoplay=1',
  ],
  ['https://player.vimeo.com/video/1', 'https://player.vimeo.com/video/1?autoplay=1&dnt=1'],
  [
    'https://player.vimeo.com/video/1?h=a1',
    'https://player.vimeo.com/video/1?h=a1&autoplay=1&dnt=1',
  ],
])('%s starts at once and does not track', (url, expected) => {
  expect(playerAddress(url)).toBe(expected)
})
