import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AdminDealFilters } from '#app/admin/admin-deals.contract.ts'
import { LAST_CAROUSEL } from '#app/deals/deals.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { Combobox } from '#app/ui/Combobox.tsx'
import {
  type DealListFilters,
  type FilterChoice,
  hasListFilters,
  type ListFilterName,
  matchChoices,
} from './filters.rules.ts'
import { dayHeading } from './words.copy.ts'

type Props = {
  filters: DealListFilters
  offers: AdminDealFilters | undefined
  today: string | undefined
  onFilter: (name: ListFilterName, value: string) => void
  onClear: () => void
}

type Options = Array<[value: string, words: string]>

const STATES: Options = [
  ['', 'Any state'],
  ['published', 'Published'],
  ['live', 'Live'],
  ['ended', 'Ended'],
  ['unpublished', 'Unpublished'],
  ['scheduled', 'Scheduled'],
  ['draft', 'Draft'],
]
const SPLASH: Options = [
  ['', 'Splash'],
  ['0', 'Not in splash'],
  ['1', 'In splash'],
]
const PREVIEW: Options = [
  ['', 'Preview'],
  ['0', 'Not in preview'],
  ['1', 'In preview'],
]
const CAROUSEL: Options = [
  ['', 'Carousel'],
  ['0', 'No carousel'],
  ...Array.from({ length: LAST_CAROUSEL }, (_, index): [string, string] => [
    String(index + 1),
    `Carousel ${index + 1}`,
  ]),
]

const PICTURE: Options = [
  ['', 'Picture'],
  ['none', 'No picture'],
  ['lost', 'Does not load'],
  ['untold', 'No alternative text'],
]
const SORTS: Options = [
  ['', 'Newest first'],
  ['published', 'Last published'],
  ['brand', 'Brand, A to Z'],
  ['price-low', 'Lowest price'],
  ['price-high', 'Highest price'],
  ['off', 'Most percent off'],
  ['ends', 'Ends soonest'],
]

/** The filters of the list. */
export function ListFilters({ filters, offers, today, onFilter, onClear }: Props) {
  const named = (counts: AdminDealFilters['brands'] = []) =>
    counts.map(({ name, deals }) => ({ value: name, words: name, deals }))
  const days = (offers?.days ?? []).map(({ name, deals }) => ({
    value: name,
    words: dayHeading(name, today),
    deals,
  }))
  const choice = (name: ListFilterName, label: string, options: Options) => (
    <select
      className={filters[name] === '' ? 'chip' : 'chip chip-set'}
      aria-label={label}
      value={filters[name]}
      onChange={({ target }) => onFilter(name, target.value)}
    >
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
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
      {choice('picture', 'Picture', PICTURE)}
      {choice('sort', 'Sorted by', SORTS)}
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
        <Button variant="tool-bare" onClick={onClear}>
          Clear all
        </Button>
      )}
    </>
  )
}

/** A filter set by a link, which can only be removed. */
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

type FilterSelectProps = {
  /** `Brand`. */
  label: string
  choices: FilterChoice[]
  /** The chosen value, as {@link FilterChoice.value}; empty for all. */
  value: string
  onChoose: (value: string) => void
}

/** A filter with a text field that suggests matching choices. */
function FilterSelect({ label, choices, value, onChoose }: FilterSelectProps) {
  const box = useRef<HTMLDivElement>(null)
  /** The text being typed; undefined while the list is closed. */
  const [typed, setTyped] = useState<string>()
  const chosen = choices.find((choice) => choice.value === value)?.words ?? value

  return (
    <div ref={box} className={value === '' ? 'filter-box' : 'filter-box chip-set'}>
      <Combobox
        label={label}
        items={matchChoices(choices, typed ?? '')}
        keyOf={(choice) => choice.value}
        renderItem={({ words, deals }) => (
          <>
            <span>{words}</span>
            <span className="soft figure">{formatCount(deals)}</span>
          </>
        )}
        text={typed ?? chosen}
        onType={setTyped}
        onChoose={(choice) => choice.value !== value && onChoose(choice.value)}
        onOpenChange={(isOpen) => setTyped((before) => (isOpen ? (before ?? '') : undefined))}
        none="Nothing like that"
        listClassName="filter-list"
      >
        {({ input, list }) => (
          <>
            <input
              {...input}
              className="chip"
              aria-label={label}
              placeholder={chosen || label}
              onFocus={({ target }) => target.select()}
              onKeyDown={(event) => {
                if (event.key === 'Backspace' && !typed && value !== '') onChoose('')
                input.onKeyDown?.(event)
              }}
            />
            {value !== '' && (
              <button
                type="button"
                className="filter-clear"
                aria-label={`Clear ${label.toLowerCase()}: ${chosen}`}
                onClick={() => {
                  onChoose('')
                  box.current?.querySelector('input')?.focus()
                }}
              >
                <X size={14} strokeWidth={1.75} aria-hidden />
              </button>
            )}
            {list}
          </>
        )}
      </Combobox>
    </div>
  )
}
