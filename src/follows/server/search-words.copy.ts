import { filterLabel } from '#app/deals/filters/filters.copy.ts'
import type { Filters } from '#app/deals/filters/filters.facts.ts'
import { sizeLabel } from '#app/deals/vocabulary/sizes.facts.ts'
import { FILTER_NAMES } from '#app/shared/filter-names.ts'

/** Names by the slugs that searches contain. */
export type Names = { brands: ReadonlyMap<string, string>; retailers: ReadonlyMap<string, string> }

/** Describes a search by the labels of its chips: `Boots, Black, Aubrelle, Under $200`. */
export function searchInWords(filters: Filters, names: Names): string {
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name]
    if (value === undefined || typeof value === 'boolean' || value === '' || name === 'page') {
      return []
    }
    const values = Array.isArray(value) ? value : [String(value)]
    return values.map((each) => filterLabel(name, each, knownAs(name, each, names)))
  }).join(', ')
}

function knownAs(name: keyof Filters, value: string, { brands, retailers }: Names): string {
  switch (name) {
    case 'brand':
    case 'not-brand':
      return brands.get(value) ?? value
    case 'retailer':
    case 'not-retailer':
      return retailers.get(value) ?? value
    case 'size':
      return sizeLabel(value)
    default:
      return value
  }
}
