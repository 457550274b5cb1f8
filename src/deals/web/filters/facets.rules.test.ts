import { expect, test } from 'vitest'
import type { Facets, FacetValue } from '#app/deals/filters/search.contract.ts'
import { categoriesByLevel, fewerFacets } from './facets.rules.ts'
import { SHOWN_VALUES } from './groups.facts.ts'

const value = (name: string, count: number, more: Partial<FacetValue> = {}): FacetValue => ({
  value: name,
  label: name,
  count,
  isChosen: false,
  ...more,
})

function facets(brand: FacetValue[]): Facets {
  const none = { department: [], category: [], colour: [], size: [] }
  return { total: 0, ended: 0, facets: { ...none, brand }, price: null, without: [], gone: [] }
}

test('of many brands a page has the most frequent and every one that is chosen, by name', () => {
  const brands = Array.from({ length: 40 }, (_, index) => value(`b${index}`, index + 1))
  const chosen = value('a', 0, { isChosen: true })
  const { more, facets: kept } = fewerFacets(facets([chosen, ...brands]))
  expect(kept.brand).toEqual([chosen, ...brands.slice(-SHOWN_VALUES)])
  expect(more).toEqual({ brand: 40 - SHOWN_VALUES })
})

test('what has room is there whole', () => {
  const brands = Array.from({ length: SHOWN_VALUES }, (_, index) => value(`b${index}`, 1))
  expect(fewerFacets(facets(brands))).toEqual({ ...facets(brands), more: {} })
})

test('of sizes a page may have all', () => {
  const sizes = Array.from({ length: 40 }, (_, index) => value(`s${index}`, index + 1))
  const { facets: kept, ...rest } = facets([])
  const all = { ...rest, facets: { ...kept, size: sizes } }
  expect(fewerFacets(all).more).toEqual({ size: 40 - SHOWN_VALUES })
  expect(fewerFacets(all, 'size')).toEqual({ ...all, more: {} })
})

test('the second level of categories is there where somebody has come to it', () => {
  const shoes = value('shoes', 9)
  const boots = value('boots', 4, { parent: 'shoes' })
  const heels = value('heels', 5, { parent: 'shoes', isChosen: true })
  const bags = value('bags', 2)
  const totes = value('totes', 2, { parent: 'bags' })
  const within = (values: FacetValue[]) =>
    categoriesByLevel(values).map(({ value: first, within }) => [
      first.value,
      ...within.map((each) => each.value),
    ])
  expect(within([shoes, boots, bags, totes])).toEqual([['shoes'], ['bags']])
  expect(within([shoes, boots, heels, bags, totes])).toEqual([
    ['shoes', 'boots', 'heels'],
    ['bags'],
  ])
  expect(within([{ ...shoes, isChosen: true }, boots, bags, totes])).toEqual([
    ['shoes', 'boots'],
    ['bags'],
  ])
  expect(within([bags, totes])).toEqual([['bags', 'totes']])
  // A chosen value is never hidden, even without results.
  expect(within([{ ...heels, count: 0 }])).toEqual([['heels']])
})
