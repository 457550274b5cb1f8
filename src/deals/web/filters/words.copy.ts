import { filterLabel } from '#app/deals/filters/filters.copy.ts'
import type { FilterName, Filters } from '#app/deals/filters/filters.facts.ts'
import type { Facets } from '#app/deals/filters/search.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { chosenOf } from './choosing.rules.ts'

/** What the field searches, by who is looking. */
export function searchLabel(isMember: boolean): string {
  return isMember ? 'Search brands, pieces, retailers' : 'Search brands and categories'
}

/** What the records call a value of the address, such as a brand, as far as the page has been told. */
export function nameOf(facets: Facets | undefined, name: FilterName, value: string): string {
  const kind = name.replace('not-', '') as keyof Facets['facets']
  const gone = facets?.gone.find((each) => each.name === name && each.value === value)
  const known = gone ?? facets?.facets[kind]?.find((each) => each.value === value)
  return filterLabel(name, value, known?.label ?? inWords(value))
}

/** `maison-aubrelle` is the address of Maison Aubrelle, of which nothing else is known. */
function inWords(value: string): string {
  return value.replaceAll('-', ' ').replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

const NAMED_IN_TITLE = 3

/** `Boots, Black and 2 more`: a list by what it was narrowed to. */
export function titleOf(filters: Filters, facets: Facets | undefined): string {
  const all = chosenOf(filters).map(({ name, value }) => nameOf(facets, name, value))
  if (all.length === 0) return 'All deals'
  const more = all.length - NAMED_IN_TITLE
  if (more <= 0) return all.join(', ')
  return `${all.slice(0, NAMED_IN_TITLE).join(', ')} and ${more} more`
}

/**
 * What to drop so that so many are found; words that were looked for have marks of their own. What is left
 * out comes back: "With 'Clothing': 34".
 */
export function withoutInWords({ name, label, count }: Facets['without'][number]): string {
  if (name.startsWith('not-')) return `With '${label.replace(/^Without /, '')}': ${count}`
  return `Without '${label.replace(/^“(.*)”$/, '$1')}': ${count}`
}

/** On the button that leads from the choices to the list. */
export function showInWords(total: number | undefined): string {
  return total === undefined ? 'Show deals' : `Show ${countOf(total, 'deal')}`
}
