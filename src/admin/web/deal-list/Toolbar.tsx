import { type ReactNode, type Ref, type RefObject, useEffect, useState } from 'react'
import { LONGEST_SEARCH } from '#app/admin/admin.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import {
  type DealListFilters,
  filterParameters,
  hasListFilters,
  type ListFilterName,
} from './filters.rules.ts'
import { ListFilters } from './ListFilters.tsx'
import type { DealListState } from './list-state.ts'
import { totalInWords } from './words.copy.ts'

type Props = {
  filters: DealListFilters
  list: DealListState
  today: string | undefined
  search: RefObject<HTMLInputElement | null>
  isOnline: boolean
  onFilter: (name: ListFilterName, value: string) => void
  onClear: () => void
  onHelp: () => void
  /** The menu of saved views and columns. */
  views: ReactNode
  /** The errors of the list. */
  children: ReactNode
}

/** The sticky head of the list: the count, the search and the filters. */
export function Toolbar(props: Props) {
  const { filters, list, today, search, isOnline, onFilter, onClear, onHelp, views, children } =
    props
  const set = Object.keys(filterParameters(filters)).filter((name) => name !== 'q').length
  const [hasFilters, setHasFilters] = useState(set > 0)
  const unpublished = list.offers?.unpublished ?? 0
  const lost = list.offers?.lost ?? 0

  return (
    <>
      <div className="deal-list-head">
        <h2 className="panel-title" id="manage-deals">
          Manage Deals
        </h2>
        <p className="soft" role="status">
          {list.total !== undefined &&
            !list.isWaiting &&
            totalInWords(list.total, hasListFilters(filters))}
        </p>
        {unpublished > 0 && !hasListFilters(filters) && (
          <button
            type="button"
            className="text-link"
            onClick={() => onFilter('state', 'unpublished')}
          >
            {`${formatCount(unpublished)} unpublished`}
          </button>
        )}
        {lost > 0 && filters.picture !== 'lost' && (
          <button type="button" className="text-link" onClick={() => onFilter('picture', 'lost')}>
            {`${formatCount(lost)} with a picture that does not load`}
          </button>
        )}
        <button type="button" className="text-link deal-list-help" onClick={onHelp}>
          Keys
        </button>
      </div>
      <div className="toolbar toolbar-sticky deal-list-tools">
        <SearchField ref={search} value={filters.q} onSearch={(value) => onFilter('q', value)} />
        <button
          type="button"
          className="chip deal-list-more"
          aria-expanded={hasFilters}
          aria-controls="deal-list-filters"
          onClick={() => setHasFilters(!hasFilters)}
        >
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </button>
        {views}
        <div
          id="deal-list-filters"
          className={hasFilters ? 'deal-list-filters is-open' : 'deal-list-filters'}
        >
          <ListFilters
            filters={filters}
            offers={list.offers}
            today={today}
            onFilter={onFilter}
            onClear={onClear}
          />
        </div>
        {!isOnline && (
          <p className="deal-list-offline" role="alert">
            You are offline: what is shown may be out of date, and nothing can be changed.
          </p>
        )}
        {children}
        <div className="deal-list-columns" aria-hidden="true">
          <span />
          <span />
          <span>Deal</span>
          <span data-column="shop">Shop</span>
          <span className="figure" data-column="price">
            Price
          </span>
          <span className="figure" data-column="clicks">
            Clicks
          </span>
          <span data-column="published">Published</span>
          <span data-column="splash">Splash</span>
          <span data-column="preview">Preview</span>
          <span data-column="carousel">Carousel</span>
          <span />
        </div>
      </div>
    </>
  )
}

type SearchProps = { value: string; onSearch: (value: string) => void; ref: Ref<HTMLInputElement> }

const PAUSE_MS = 250

/** Debounced: searches once the person pauses. */
function SearchField({ value, onSearch, ref }: SearchProps) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  if (value !== asked) {
    // The address was changed elsewhere, such as by "Clear all".
    setAsked(value)
    setTyped(value)
  }

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked) return
    const timer = setTimeout(() => {
      setAsked(wanted)
      onSearch(wanted)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, asked, onSearch])

  return (
    <input
      ref={ref}
      type="search"
      className="input deal-list-search"
      aria-label="Search deals by brand, name or shop"
      placeholder="Search brand, name or shop"
      autoComplete="off"
      spellCheck={false}
      maxLength={LONGEST_SEARCH}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
