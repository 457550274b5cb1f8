import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Prices } from './Prices.tsx'

const drawn = (props: Parameters<typeof Prices>[0]) =>
  renderToStaticMarkup(createElement(Prices, props))

test('a price that is no reduction any more says nothing of how far it was one', () => {
  const reduced = { original: 745, sale: 395, discount: 47 }
  expect(drawn(reduced)).toContain('47.0% off')
  expect(drawn({ ...reduced, isOver: true })).not.toContain('off')
  const back = { original: null, sale: 745, discount: null }
  expect(drawn(back)).toContain('Price before not known')
  expect(drawn({ ...back, isOver: true })).not.toContain('not known')
  const full = drawn({ ...back, isFull: true })
  expect(full).toContain('Not reduced')
  expect(full).not.toContain('not known')
})
