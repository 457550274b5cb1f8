import type { Facets, FacetValue } from '#app/deals/filters/search.contract.ts'
import { type FewerFacets, SHOWN_VALUES } from './groups.facts.ts'

/**
 * The most frequent of the long lists, and all that are chosen: a page does not carry a thousand brands. Of the kind
 * that is `whole` all of them.
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
 * Both levels of categories. Those of the second are there where somebody has chosen theirs or one beside
 * them, or where only one of the first is left. One that is chosen stays where nothing of its first is left.
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
