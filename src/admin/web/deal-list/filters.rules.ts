import { LONGEST_DEAL_IDS, LONGEST_IMPORT_ID, LONGEST_SEARCH } from '#app/admin/admin.facts.ts'
import {
  LIST_SORTS,
  type ListSort,
  PICTURE_LACKS,
  type PictureLack,
} from '#app/deals/deal-list.facts.ts'
import { LAST_CAROUSEL, LONGEST_NAME } from '#app/deals/deals.facts.ts'
import { LIFE_STATES, type LifeState } from '#app/deals/life.facts.ts'
import { isCalendarDay } from '#app/shared/dates.ts'
import { foldLetters } from '#app/shared/names.ts'

/** The filters of the list, named as in the address and the call. */
export type DealListFilters = {
  q: string
  day: string
  brand: string
  retailer: string
  state: '' | 'published' | 'unpublished' | LifeState
  preview: '' | '0' | '1'
  splash: '' | '0' | '1'
  /** A carousel's number; 0 for deals in none. */
  carousel: string
  picture: '' | PictureLack
  /** Sorted by day of entry if empty. */
  sort: '' | ListSort
  /** The deals of one import. */
  importId: string
  /** Only these deals, as listed in a link from another page. */
  ids: string
}
export type ListFilterName = keyof DealListFilters

/** Validates a filter of an address; other values are ignored. */
const IS_GOOD: Record<ListFilterName, (value: string) => boolean> = {
  q: () => true,
  day: isCalendarDay,
  brand: (value) => value.length <= LONGEST_NAME,
  retailer: (value) => value.length <= LONGEST_NAME,
  state: (value) => ['published', 'unpublished', ...LIFE_STATES].includes(value),
  preview: (value) => value === '0' || value === '1',
  splash: (value) => value === '0' || value === '1',
  carousel: (value) => /^\d$/.test(value) && Number(value) <= LAST_CAROUSEL,
  picture: (value) => (PICTURE_LACKS as readonly string[]).includes(value),
  sort: (value) => (LIST_SORTS as readonly string[]).includes(value),
  importId: (value) => value.length <= LONGEST_IMPORT_ID,
  ids: (value) => value.length <= LONGEST_DEAL_IDS,
}
const NAMES = Object.keys(IS_GOOD) as ListFilterName[]

export function readListFilters(search: URLSearchParams): DealListFilters {
  const read = (name: ListFilterName) => {
    // PostgreSQL text cannot hold NUL.
    const value = search.get(name)?.replaceAll('\0', '').trim() ?? ''
    return value !== '' && IS_GOOD[name](value) ? value : ''
  }
  const filters = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as DealListFilters
  return { ...filters, q: filters.q.slice(0, LONGEST_SEARCH) }
}

/** Returns the set filters in a fixed order, so that equal filters always make the same address. */
export function filterParameters(filters: DealListFilters): Record<string, string> {
  return Object.fromEntries(
    NAMES.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]),
  )
}

export function hasListFilters(filters: DealListFilters): boolean {
  return NAMES.some((name) => name !== 'sort' && filters[name] !== '')
}

/** Sets these filters in the address and keeps its other parameters. */
export function withFilters(search: URLSearchParams, filters: DealListFilters): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of NAMES) next.delete(name)
  for (const [name, value] of Object.entries(filterParameters(filters))) next.set(name, value)
  return next
}

export const NO_LIST_FILTERS: DealListFilters = readListFilters(new URLSearchParams())

/** A choice that a filter offers. */
export type FilterChoice = {
  value: string
  words: string
  /** The number of deals with it. */
  deals: number
}

/** Enough to scroll through; typing narrows the list. */
const MOST_OFFERED = 100

/** Returns the choices that contain the typed text; those that begin with it come first. */
export function matchChoices(choices: readonly FilterChoice[], typed: string): FilterChoice[] {
  const wanted = foldLetters(typed.trim())
  if (wanted === '') return choices.slice(0, MOST_OFFERED)
  const found = choices
    .map((choice) => ({ choice, at: foldLetters(choice.words).indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
  const begins = found.filter(({ at }) => at === 0)
  const contains = found.filter(({ at }) => at > 0)
  return [...begins, ...contains].map(({ choice }) => choice).slice(0, MOST_OFFERED)
}
