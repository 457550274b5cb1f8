import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import {
  LONGEST_SEARCH_OF_CANDIDATES,
  POOL_SORTS,
  type PoolSort,
} from '#app/product-feeds/product-feeds.facts.ts'

/** The filters of the pool, as its address holds them. */
export type AskedCandidates = {
  q: string
  feed: string
  brands: string[]
  category: string
  department: string
  size: string
  off: string
  since: '' | 'new' | 'cheaper'
  isSoldOutToo: boolean
  isKnownToo: boolean
  isDismissed: boolean
  sort: PoolSort
}

const MOST_BRANDS = 40

/** Parses an address; ignores invalid values. */
export function askedCandidates(search: URLSearchParams): AskedCandidates {
  const text = (name: string, longest: number) => (search.get(name) ?? '').trim().slice(0, longest)
  const oneOf = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === search.get(name))
  const termOf = (field: 'category' | 'department') =>
    oneOf(
      field,
      VOCABULARY[field].map(({ value }) => value),
    ) ?? ''
  return {
    q: text('q', LONGEST_SEARCH_OF_CANDIDATES),
    feed: text('feed', 40),
    brands: search
      .getAll('brand')
      .map((each) => each.trim())
      .filter((each) => each !== '' && each.length <= 120)
      .slice(0, MOST_BRANDS),
    category: termOf('category'),
    department: termOf('department'),
    size: text('size', 40),
    off: /^\d{1,2}$/.test(search.get('off') ?? '') ? String(Number(search.get('off'))) : '',
    since: oneOf('since', ['new', 'cheaper'] as const) ?? '',
    isSoldOutToo: search.get('stock') === 'all',
    isKnownToo: search.get('club') === 'all',
    isDismissed: search.get('dismissed') === 'only',
    sort: oneOf('sort', POOL_SORTS) ?? 'percent-off',
  }
}

/** Returns the search part of an address, without defaults. */
export function candidatesSearch(asked: AskedCandidates): string {
  const search = new URLSearchParams()
  const set = (name: string, value: string) => {
    if (value !== '') search.append(name, value)
  }
  for (const name of ['q', 'feed', 'category', 'department', 'size', 'off', 'since'] as const) {
    set(name, asked[name])
  }
  for (const brand of asked.brands) set('brand', brand)
  set('stock', asked.isSoldOutToo ? 'all' : '')
  set('club', asked.isKnownToo ? 'all' : '')
  set('dismissed', asked.isDismissed ? 'only' : '')
  set('sort', asked.sort === 'percent-off' ? '' : asked.sort)
  return search.size > 0 ? `?${search}` : ''
}
