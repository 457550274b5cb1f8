import { createElement } from 'react'
import { expect, test } from 'vitest'
import { createDrawn } from './drawn.ts'

test('what was drawn from the same is not drawn again; of many the longest unused goes', () => {
  const drawInside = createDrawn(2)
  const drawn: string[] = []
  const ask = (key: string) =>
    drawInside(key, () => {
      drawn.push(key)
      return createElement('ul', { className: 'a' }, createElement('li', null, key))
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(ask(key)).toBe(`<li>${key}</li>`)
  expect(drawn).toEqual(['a', 'b', 'c', 'b'])
})
