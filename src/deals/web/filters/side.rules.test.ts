import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { FacetValue } from '#app/deals/filters/search.contract.ts'
import { createApi } from '#app/web/api/api.ts'
import { createQueryClient } from '#app/web/api/query-client.ts'
import { facetsQuery } from './facets.ts'
import type { FewerFacets } from './groups.facts.ts'
import { Side } from './Side.tsx'

/** Numbers the addresses, so that each one is rendered anew. */
let addresses = 0

function draw(facets: FewerFacets, { at = '/daily-deals', isMember = true } = {}): string {
  const queryClient = createQueryClient(createApi(() => Promise.reject(new Error('asked'))))
  queryClient.setQueryData([...facetsQuery('').queryKey, 'fewer'], facets)
  const side = createElement(Side, { what: '', isMember })
  const router = createElement(MemoryRouter, { initialEntries: [at] }, side)
  return renderToString(createElement(QueryClientProvider, { client: queryClient }, router))
}

function drawAnew(facets: FewerFacets): string {
  addresses += 1
  return draw(facets, { at: `/daily-deals?anew=${addresses}` })
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
  { ...facets, more: { brand: 7 } },
]

test('a column that was drawn before is to the letter the one that is drawn anew', () => {
  expect(drawAnew(facets)).toContain('boots &amp; more')
  for (const _ of ['drawn', 'kept']) {
    for (const each of others) expect(draw(each)).toBe(drawAnew(each))
  }
})

test('it says to each class, at each place, what is for them', () => {
  const [member, visitor] = [true, false].map((isMember) => draw(facets, { isMember }))
  expect(member).toContain('shop &amp; more')
  expect(visitor).not.toContain('shop &amp; more')
  const brought = draw(facets, { at: '/daily-deals?sizes=all', isMember: false })
  expect(visitor).not.toContain('sizes')
  expect(brought).toContain(encodeURIComponent('/daily-deals?sizes=all'))
})
