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

/** Named as in the address and in the call. */
export type DealListFilters = {
  q: string
  day: string
  brand: string
  retailer: string
  state: '' | 'published' | 'unpublished' | LifeState
  preview: '' | '0' | '1'
  splash: '' | '0' | '1'
  /** A number, 0 for the deals of none. */
  carousel: string
  picture: '' | PictureLack
  /** By the day on which they were entered, or so. */
  sort: '' | ListSort
  /** The deals of one import. */
  importId: string
  /** These deals only, as a link from another page names them. */
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
    // PostgreSQL has no NUL in text.
    const value = search.get(name)?.replaceAll('\0', '').trim() ?? ''
    return value !== '' && IS_GOOD[name](value) ? value : ''
  }
  const filters = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as DealListFilters
  return { ...filters, q: filters.q.slice(0, LONGEST_SEARCH) }
}

/** Those that are set, in one order: the same filters always make the same address. */
export function filterParameters(filters: DealListFilters): Record<string, string> {
  return Object.fromEntries(
    NAMES.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]),
  )
}

export function hasListFilters(filters: DealListFilters): boolean {
  return NAMES.some((name) => name !== 'sort' && filters[name] !== '')
}

/** The address with these filters; whatever else stands in it stays. */
export function withFilters(search: URLSearchParams, filters: DealListFilters): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of NAMES) next.delete(name)
  for (const [name, value] of Object.entries(filterParameters(filters))) next.set(name, value)
  return next
}

export const NO_LIST_FILTERS: DealListFilters = readListFilters(new URLSearchParams())

/** Something a filter offers. */
export type FilterChoice = {
  value: string
  words: string
  /** How many deals there are of it. */
  deals: number
}

/** Enough to scroll through; typing narrows it. */
const MOST_OFFERED = 100

/** Those with the typed words in them, the ones that begin with them first. */
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
