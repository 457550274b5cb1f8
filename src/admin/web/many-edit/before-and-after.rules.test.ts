import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EditPreview } from '#app/admin/many-edit.contract.ts'
import { BeforeAndAfter } from './BeforeAndAfter.tsx'

const coat = (number: number) => ({
  id: `coat-${number}`,
  version: 1,
  label: `Fold Coat ${number}`,
  changes: [{ field: 'Sale price', before: '$400.00', after: null }],
})

/** Returns the rendered text, word by word. */
function drawn(preview: EditPreview) {
  const nothing = () => {}
  const element = createElement(BeforeAndAfter, { preview, onBack: nothing, onApply: nothing })
  return renderToStaticMarkup(element)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('which deals stay as they are is said with the reason, before anything is written', () => {
  const left = [{ id: 'coat-2', label: 'Fold Coat 2', reason: 'It has no price.' }]
  const words = drawn({ changed: [coat(1)], left })
  expect(words).toContain('1 deal stays as it is Fold Coat 2 It has no price.')
  expect(words).toContain('Fold Coat 1 Sale price $400.00 nothing')
  expect(words).toContain('Change 1 deal Back')
})

test('where nothing would change there is nothing to press but the way back', () => {
  const words = drawn({ changed: [], left: [] })
  expect(words).toContain('Back Nothing would change.')
  expect(words).not.toMatch(/Change \d|stay/)
})

test('more deals than anybody reads are counted', () => {
  const changed = Array.from({ length: 302 }, (_, number) => coat(number))
  const words = drawn({ changed, left: [] })
  expect(words).toContain('And 2 more.')
  expect(words).toContain('Change 302 deals')
  expect(words).not.toContain('Fold Coat 300')
})
