import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DrawnRepeated } from './DrawnRepeated.tsx'
import { LiveRepeated } from './LiveRepeated.tsx'

let drawn = 0

function Word({ word }: { word: string }) {
  drawn += 1
  return createElement('b', { title: `a > "${word}"` }, word, ' ', 'twice')
}

function props(word: string, from: string | undefined) {
  return {
    ...({ as: 'section', id: 'here', className: 'side', 'aria-label': 'A & B' } as const),
    ...{ tabIndex: -1, from },
    draw: () => createElement(Word, { word }),
  }
}

test('what was drawn before is to the letter what is drawn anew', () => {
  for (const word of ['one', '<two>', 'one']) {
    const live = renderToString(createElement(LiveRepeated, props(word, undefined)))
    expect(renderToString(createElement(DrawnRepeated, props(word, `is ${word}`)))).toBe(live)
  }
})

test('the same is drawn once, another once more, and what is for once each time', () => {
  const timesFor = (from: string | undefined) => {
    drawn = 0
    renderToString(createElement(DrawnRepeated, props('word', from)))
    return drawn
  }
  expect([timesFor('a'), timesFor('a'), timesFor('b')]).toEqual([1, 0, 1])
  expect([timesFor(undefined), timesFor(undefined)]).toEqual([1, 1])
})
