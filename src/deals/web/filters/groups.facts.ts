import type { FilterName } from '#app/deals/filters/filters.facts.ts'
import type { Facets } from '#app/deals/filters/search.contract.ts'

type Kind = keyof Facets['facets']

type FacetGroup = {
  name: Kind
  title: string
  /** Open by default. */
  isOpen?: true
  /** For members only. */
  isForMembers?: true
}

/** Facets with counts, in the order of the column. */
export const FACET_GROUPS: readonly FacetGroup[] = [
  { name: 'department', title: 'Department', isOpen: true },
  { name: 'category', title: 'Category', isOpen: true },
  { name: 'brand', title: 'Brand', isOpen: true },
  { name: 'size', title: 'Size' },
  { name: 'colour', title: 'Colour' },
  { name: 'retailer', title: 'Retailer', isForMembers: true },
  { name: 'ships', title: 'Ships to', isForMembers: true },
]

/** Filters with fixed values, without counts. */
export const STEP_GROUPS: ReadonlyArray<{
  title: string
  steps: ReadonlyArray<{ name: FilterName; value: string }>
}> = [
  {
    title: 'Marked down',
    steps: [
      { name: 'off', value: '30' },
      { name: 'off', value: '50' },
      { name: 'off', value: '70' },
      { name: 'save', value: '100' },
      { name: 'save', value: '500' },
    ],
  },
  {
    title: 'New and ended',
    steps: [
      { name: 'day', value: 'today' },
      { name: 'day', value: 'week' },
      { name: 'day', value: 'month' },
      { name: 'ended', value: '1' },
    ],
  },
]

/** Filters that exclude values, and the facets they take them from. */
export const LEFT_OUT_GROUPS: ReadonlyArray<{
  name: Extract<FilterName, `not-${string}`>
  of: Kind
  isForMembers?: true
}> = [
  { name: 'not-category', of: 'category' },
  { name: 'not-brand', of: 'brand' },
  { name: 'not-retailer', of: 'retailer', isForMembers: true },
]

export const PRICE_STEPS = [100, 200, 500, 1000] as const

/** Values per facet on a page; the others are loaded on demand. */
export const SHOWN_VALUES = 12

/** `more` is the number of values left out, by facet. */
export type FewerFacets = Facets & { more?: { [Each in Kind]?: number } }

/** One choice: a link in the column, a checkbox in the sheet. */
export type ColumnChoice = {
  name: FilterName
  value: string
  label: string
  /** Undefined when it is not counted. */
  count?: number
  isChosen: boolean
}
