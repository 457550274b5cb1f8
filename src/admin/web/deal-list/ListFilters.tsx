import { X } from 'lucide-react'
import type { AdminDealFilters } from '#app/admin/admin-deals.contract.ts'
import { FilterSelect } from './FilterSelect.tsx'
import { type DealListFilters, type FilterName, hasListFilters } from './filters.rules.ts'
import { dayHeading } from './rows.rules.ts'

type Props = {
  filters: DealListFilters
  offers: AdminDealFilters | undefined
  today: string | undefined
  onFilter: (name: FilterName, value: string) => void
  onClear: () => void
}

const STATES = { '': 'Any state', published: 'Published', unpublished: 'Unpublished' }
const SPLASH = { '': 'Splash', '1': 'In splash', '0': 'Not in splash' }
const PREVIEW = { '': 'Preview', '1': 'In preview', '0': 'Not in preview' }
const CAROUSEL = {
  '': 'Carousel',
  '1': 'Carousel 1',
  '2': 'Carousel 2',
  '3': 'Carousel 3',
  '4': 'Carousel 4',
  '5': 'Carousel 5',
  '0': 'No carousel',
}

/** What the list can be narrowed by. */
export function ListFilters({ filters, offers, today, onFilter, onClear }: Props) {
  const named = (counts: AdminDealFilters['brands'] = []) =>
    counts.map(({ name, deals }) => ({ value: name, words: name, deals }))
  const days = (offers?.days ?? []).map(({ name, deals }) => ({
    value: name,
    words: dayHeading(name, today),
    deals,
  }))
  const choice = (name: FilterName, label: string, words: Record<string, string>) => (
    <select
      className={filters[name] === '' ? 'chip' : 'chip chip-set'}
      aria-label={label}
      value={filters[name]}
      onChange={({ target }) => onFilter(name, target.value)}
    >
      {/* In their own order: an object would put the numbers first. */}
      {['', ...Object.keys(words).filter(Boolean)].map((value) => (
        <option key={value} value={value}>
          {words[value]}
        </option>
      ))}
    </select>
  )

  return (
    <>
      <FilterSelect
        label="Day"
        choices={days}
        value={filters.day}
        onChoose={(value) => onFilter('day', value)}
      />
      <FilterSelect
        label="Brand"
        choices={named(offers?.brands)}
        value={filters.brand}
        onChoose={(value) => onFilter('brand', value)}
      />
      <FilterSelect
        label="Shop"
        choices={named(offers?.retailers)}
        value={filters.retailer}
        onChoose={(value) => onFilter('retailer', value)}
      />
      {choice('state', 'State', STATES)}
      {choice('splash', 'Splash', SPLASH)}
      {choice('preview', 'Preview', PREVIEW)}
      {choice('carousel', 'Carousel', CAROUSEL)}
      {filters.importId !== '' && (
        <GivenFilter words="One import" onClear={() => onFilter('importId', '')} />
      )}
      {filters.ids !== '' && (
        <GivenFilter
          words={`${filters.ids.split(',').length} chosen`}
          onClear={() => onFilter('ids', '')}
        />
      )}
      {hasListFilters(filters) && (
        <button type="button" className="tool tool-bare" onClick={onClear}>
          Clear all
        </button>
      )}
    </>
  )
}

/** A filter that a link has set: it can only be taken away. */
function GivenFilter({ words, onClear }: { words: string; onClear: () => void }) {
  return (
    <button
      type="button"
      className="chip chip-set"
      aria-label={`Clear: ${words}`}
      onClick={onClear}
    >
      {words}
      <X size={14} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
