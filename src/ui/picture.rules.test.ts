import { expect, test } from 'vitest'
import { pictureCandidates, pictureSources } from './picture.rules.ts'

test('a picture is offered in several widths, from our own origin or the content network', () => {
  expect(pictureSources('ab12.jpg', '')).toEqual({
    avif: '/ndc-images/ab12-640.avif 640w,/ndc-images/ab12-960.avif 960w',
    webp: '/ndc-images/ab12-960.webp',
    jpeg: '/ndc-images/ab12.jpg',
  })
  expect(pictureSources('ab12.jpg', 'https://pics.example').jpeg).toBe(
    'https://pics.example/ndc-images/ab12.jpg',
  )
})

test.each([
  ['card.jpg', ['one.jpg', 'two.jpg'], ['card.jpg', 'one.jpg']],
  [null, ['one.jpg', 'two.jpg'], ['one.jpg']],
  ['one.jpg', ['one.jpg'], ['one.jpg']],
  [null, [], []],
])('with the card picture %j and the others %j, these are tried: %j', (card, images, tried) => {
  expect(pictureCandidates(card, images)).toEqual(tried)
})
