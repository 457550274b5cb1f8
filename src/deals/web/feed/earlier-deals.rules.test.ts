import { createElement } from 'react'
import { expect, test } from 'vitest'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { EarlierDeals } from './EarlierDeals.tsx'

const draw = (why?: string) =>
  drawPiece(createElement(EarlierDeals, { from: 3, what: 'category=boots', why }))

test('a list that begins further down leads to what comes before, and says at once what failed', () => {
  const { html, links } = draw()
  expect(html).not.toContain('role="alert"')
  expect(links).toEqual([
    { words: 'Show earlier deals', to: '/daily-deals?category=boots&page=2', isCurrent: false },
  ])
  const failed = draw('Come back tomorrow.')
  expect(failed.html).toContain('role="alert"')
  expect(failed.words).toContain('could not be fetched. Come back tomorrow.')
})
