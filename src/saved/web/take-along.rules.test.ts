import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { SavedFeed } from '#app/saved/saved.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { savedFeedQuery } from './queries.ts'
import { TakeAlong } from './TakeAlong.tsx'

const draw = (feed: SavedFeed | null) =>
  drawPiece(createElement(TakeAlong), { at: '/saved', known: [[savedFeedQuery.queryKey, feed]] })
const createdAt = '2026-11-20T15:00:00Z'

test('a private link is shown once, and then only that there is one and since when', () => {
  const [rss, json, ics] = ['rss', 'json', 'ics'].map((kind) => `https://club.example/${kind}`)
  const links = { rss: rss ?? '', json: json ?? '', ics: ics ?? '' }
  const made = draw({ createdAt, links })
  expect(made.links.map(({ to }) => to)).toEqual(['/api/saved/csv', rss, json, ics])
  expect(made.words).toContain('Keep them now: they are not shown again.')
  expect(made.words).not.toContain('There is one since')
  expect(made.buttons).toEqual(['Make another, and end this one', 'End the link'])

  const kept = draw({ createdAt, links: null })
  expect(kept.words).toContain('There is one since November 20, 2026.')
  expect(kept.words).not.toContain('Keep them now')
  expect(kept.buttons).toEqual(['Make another, and end this one', 'End the link'])
  expect(draw({ createdAt: null, links: null }).buttons).toEqual(['Make a private link'])
})
