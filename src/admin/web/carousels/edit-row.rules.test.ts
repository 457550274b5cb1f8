import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ManagedCarousel } from '#app/deals/carousels.contract.ts'
import { FEWEST_IN_CAROUSEL } from '#app/deals/deals.facts.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { EditRow } from './EditRow.tsx'

const carousel = { number: 2, title: 'Coats', isOn: true, deals: 9 }
const editing = { spoken: '', turn: async () => {}, rename: async () => undefined }

function draw(change: Partial<ManagedCarousel>, place = 2) {
  const all = { ...editing, move: async () => {} }
  const row = { carousel: { ...carousel, ...change }, place, count: 3, editing: all }
  return drawPiece(createElement(EditRow, row))
}
const isOff = (html: string, name: string) =>
  new RegExp(`<button[^>]*aria-label="${name}"[^>]*aria-disabled="true"`).test(html)

test('a carousel that people see is marked, and leads to its deals', () => {
  const { html, links, words } = draw({})
  expect(html).toContain('data-shown="true"')
  expect(links).toMatchObject([{ words: '9 deals', to: '/admin?carousel=2#manage-deals' }])
  expect(words).toContain('in carousel 2')
  expect(draw({ deals: FEWEST_IN_CAROUSEL }).html).toContain('data-shown')
  expect(draw({ deals: FEWEST_IN_CAROUSEL - 1 }).html).not.toContain('data-shown')
  expect(draw({ isOn: false }).html).not.toContain('data-shown')
})

test('it is not turned on without a title, which is missed of one that is on', () => {
  expect(draw({ isOn: false, title: '' }).html).toMatch(/<button[^>]*role="switch"[^>]*disabled/)
  expect(draw({ isOn: false }).html).not.toMatch(/role="switch"[^>]*disabled/)
  const { html, words } = draw({ title: '' })
  expect(words).toContain('A carousel needs a title to be on.')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('aria-label="On: Carousel 2"')
})

test('the first moves no further up, the last no further down', () => {
  expect(isOff(draw({}, 1).html, 'Move up: Coats')).toBe(true)
  expect(isOff(draw({}, 1).html, 'Move down: Coats')).toBe(false)
  expect(isOff(draw({}, 3).html, 'Move up: Coats')).toBe(false)
  expect(isOff(draw({}, 3).html, 'Move down: Coats')).toBe(true)
})
