import { expect, test } from 'vitest'
import type { Reason } from './points.rules.ts'
import { whyInWords } from './why.copy.ts'

const names = {
  retailers: new Map([['r1', 'The Shop']]),
  searches: new Map([['max=200', 'Deals, up to $200']]),
}

test.each<[Reason[], string]>([
  [
    [{ kind: 'brand', brandName: 'Aubrelle' }, { kind: 'size' }],
    'You follow Aubrelle. In your size.',
  ],
  [
    [
      { kind: 'brand', brandName: 'Aubrelle' },
      { kind: 'category', category: 'boots' },
      { kind: 'retailer', retailerId: 'r1' },
    ],
    'You follow Aubrelle, Boots and The Shop.',
  ],
  [[{ kind: 'search', search: 'max=200' }], 'In your search: Deals, up to $200.'],
  [[{ kind: 'ceiling', category: 'shoes', cents: 40_000 }], 'Within your $400 for Shoes.'],
  [
    [{ kind: 'savedBrand', brandName: 'Aubrelle' }, { kind: 'new' }],
    'You have saved Aubrelle. New today.',
  ],
  [[{ kind: 'department', department: 'women' }], 'For women.'],
  [[{ kind: 'since', day: '2026-11-24' }], 'New on November 24.'],
  [[], ''],
])('%j', (reasons, words) => {
  expect(whyInWords(reasons, names)).toBe(words)
})
