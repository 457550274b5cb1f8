import { filterLabel } from '#app/deals/filters/filters.copy.ts'
import type { FilterName, Filters } from '#app/deals/filters/filters.facts.ts'
import type { Facets } from '#app/deals/filters/search.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { chosenOf } from './choosing.rules.ts'

/** The label of the search field, which depends on the viewer. */
export function searchLabel(isMember: boolean): string {
  return isMember ? 'Search brands, pieces, retailers' : 'Search brands and categories'
}

/** The display name of a filter value, such as a brand, if the loaded facets have it. */
export function nameOf(facets: Facets | undefined, name: FilterName, value: string): string {
  const kind = name.replace('not-', '') as keyof Facets['facets']
  const gone = facets?.gone.find((each) => each.name === name && each.value === value)
  const known = gone ?? facets?.facets[kind]?.find((each) => each.value === value)
  return filterLabel(name, value, known?.label ?? inWords(value))
}

/** Guesses a name from a slug: `maison-aubrelle` becomes Maison Aubrelle. */
function inWords(value: string): string {
  return value.replaceAll('-', ' ').replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

const NAMED_IN_TITLE = 3

/** The title of a filtered list: `Boots, Black and 2 more`. */
export function titleOf(filters: Filters, facets: Facets | undefined): string {
  const all = chosenOf(filters).map(({ name, value }) => nameOf(facets, name, value))
  if (all.length === 0) return 'All deals'
  const more = all.length - NAMED_IN_TITLE
  if (more <= 0) return all.join(', ')
  return `${all.slice(0, NAMED_IN_TITLE).join(', ')} and ${more} more`
}

/**
 * The label of a link that drops a filter, with the resulting number of deals. Search words lose their own
 * quotation marks. Dropping an exclusion adds its value: "With 'Clothing': 34".
 */
export function withoutInWords({ name, label, count }: Facets['without'][number]): string {
  if (name.startsWith('not-')) return `With '${label.replace(/^Without /, '')}': ${count}`
  return `Without '${label.replace(/^“(.*)”$/, '$1')}': ${count}`
}

/** The label of the button that leads from the filters to the list. */
export function showInWords(total: number | undefined): string {
  return total === undefined ? 'Show deals' : `Show ${countOf(total, 'deal')}`
}
