import type { Facets, FacetValue } from '#app/deals/filters/search.contract.ts'
import { type FewerFacets, SHOWN_VALUES } from './groups.facts.ts'

/**
 * Shortens long facets to the most frequent and the chosen values, because a page cannot carry a thousand
 * brands. The facet `whole` is kept in full.
 */
export function fewerFacets(facets: Facets, whole?: 'size'): FewerFacets {
  const more: NonNullable<FewerFacets['more']> = {}
  const kept = { ...facets.facets }
  for (const name of ['brand', 'size', 'retailer'] as const) {
    const all = kept[name]
    if (!all || all.length <= SHOWN_VALUES || name === whole) continue
    const frequent = new Set(
      all.toSorted((one, other) => other.count - one.count).slice(0, SHOWN_VALUES),
    )
    kept[name] = all.filter((value) => value.isChosen || frequent.has(value))
    more[name] = all.length - kept[name].length
  }
  return { ...facets, facets: kept, more }
}

type CategoryWithin = { value: FacetValue; within: FacetValue[] }

/**
 * Both levels of categories. Subcategories are included when they, their siblings or their parent are chosen,
 * or when there is only one parent. A chosen subcategory stays when its parent has no deals left.
 */
export function categoriesByLevel(values: FacetValue[]): CategoryWithin[] {
  const there = new Set(values.map(({ value }) => value))
  const first = values.filter(({ parent }) => parent === undefined || !there.has(parent))
  return first.map((value) => {
    const within = values.filter(({ parent }) => parent === value.value)
    const isUnfolded =
      first.length === 1 || value.isChosen || within.some(({ isChosen }) => isChosen)
    return { value, within: isUnfolded ? within : [] }
  })
}
