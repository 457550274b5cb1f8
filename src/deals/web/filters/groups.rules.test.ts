import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NO_FILTERS } from '#app/deals/filters/filters.facts.ts'
import type { FacetValue } from '#app/deals/filters/search.contract.ts'
import { Groups } from './Groups.tsx'
import type { ColumnChoice, FewerFacets } from './groups.facts.ts'

let drawn = 0

function draw(facets: FewerFacets, repeatedAs: string | undefined): string {
  const groups = createElement(Groups, {
    ...{ filters: NO_FILTERS, facets, isMember: true, price: null, repeatedAs },
    renderMore: (_name: string, count: number) => `${count} more`,
    renderChoice: (choice: ColumnChoice) => {
      drawn += 1
      return createElement('b', null, JSON.stringify(choice))
    },
  })
  return renderToString(groups)
}

const value = (name: string, more: Partial<FacetValue> = {}): FacetValue => ({
  ...{ value: name, label: `${name} & more`, count: 3, isChosen: false },
  ...more,
})

const facets = {
  ...{ total: 9, ended: 0, without: [], gone: [], price: { min: 80, max: 700 } },
  facets: {
    ...{ department: [value('women')], colour: [value('red')], size: [], ships: [value('ca')] },
    category: [value('shoes'), value('boots', { parent: 'shoes' })],
    ...{ brand: [value('aubrelle'), value('corvane')], retailer: [value('shop')] },
  },
} satisfies FewerFacets

const others: FewerFacets[] = [
  facets,
  { ...facets, price: { min: 80, max: 150 } },
  ...[{ label: 'Aubrelle' }, { count: 4 }, { value: 'aubrelle-2' }].map((change) => ({
    ...facets,
    facets: { ...facets.facets, brand: [value('aubrelle', change), value('corvane')] },
  })),
  { ...facets, facets: { ...facets.facets, brand: [value('corvane')] } },
  {
    ...facets,
    facets: { ...facets.facets, category: [value('shoes', { isChosen: true }), value('boots')] },
  },
]

test('lists that were drawn before are to the letter those that are drawn anew', () => {
  for (const _ of ['drawn', 'kept']) {
    for (const each of others) expect(draw(each, 'here')).toBe(draw(each, undefined))
  }
})

test('the same lists are drawn once, and on another place once more', () => {
  const timesFor = (place: string | undefined) => {
    drawn = 0
    draw(facets, place)
    return drawn
  }
  const all = timesFor(undefined)
  expect(all).toBeGreaterThan(20)
  expect([timesFor('a'), timesFor('a'), timesFor('b')]).toEqual([all, 0, all])
})
