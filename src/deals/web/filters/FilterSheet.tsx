import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type FilterName, HIGHEST_AMOUNT, NO_FILTERS } from '#app/deals/filters/filters.facts.ts'
import type { Facets } from '#app/deals/filters/search.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { feedPath, filtersOf, toggled, whatOf } from './choosing.rules.ts'
import { fewerFacets } from './facets.rules.ts'
import { facetsQuery } from './facets.ts'
import { Groups } from './Groups.tsx'
import type { ColumnChoice } from './groups.facts.ts'
import { showInWords } from './words.copy.ts'

export type SheetProps = {
  what: string
  isMember: boolean
  /** The facet whose full list is shown from the start. */
  whole: FilterName | undefined
  onClose: () => void
}

/** All filters in a dialog: counts update while choosing, and the list changes only on "Show". */
export function FilterSheet({ what, isMember, whole, onClose }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const next = useReturnPath()
  const [filters, setFilters] = useState(() => filtersOf(what))
  const [wholes, setWholes] = useState<FilterName[]>(whole ? [whole] : [])
  const draft = whatOf(filters)
  const { data, isError } = useQuery<Facets>({
    ...facetsQuery(draft),
    placeholderData: keepPreviousData,
  })
  const facets = data && withWhole(data, wholes)

  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    if (whole) current?.querySelector(`[data-kind="${whole}"]`)?.scrollIntoView()
  }, [whole])

  function show() {
    dialog.current?.close()
    void navigate(feedPath(draft), { preventScrollReset: true })
  }

  const renderChoice = ({ name, value, label, count, isChosen }: ColumnChoice) => (
    <label className="facet-value facet-box">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={() => setFilters(toggled(filters, name, value))}
      />
      <span>{label}</span>
      {count !== undefined && <span className="facet-count">{formatCount(count)}</span>}
    </label>
  )

  const amount = (name: 'min' | 'max', label: string) => (
    <label>
      <span>{label}</span>
      <input
        className="input"
        type="number"
        inputMode="numeric"
        min={0}
        max={HIGHEST_AMOUNT}
        value={filters[name] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setFilters({ ...filters, [name]: value === '' ? undefined : Math.round(Number(value)) })
        }
      />
    </label>
  )

  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={onClose}>
      <div className="sheet-top">
        <h2 id="sheet-title">Filters</h2>
        <button
          type="button"
          className="text-button"
          onClick={() => setFilters({ ...NO_FILTERS, q: filters.q })}
        >
          Clear all
        </button>
        <button type="button" className="text-button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <div className="sheet-groups">
        <Groups
          filters={filters}
          facets={facets}
          isMember={isMember}
          next={next}
          renderChoice={renderChoice}
          price={
            <div className="facet-price">
              {amount('min', 'From $')}
              {amount('max', 'To $')}
            </div>
          }
          renderMore={(name, count) => (
            <button
              type="button"
              className="facet-more text-button"
              onClick={() => setWholes([...wholes, name])}
            >
              {`${formatCount(count)} more`}
            </button>
          )}
        />
      </div>
      <div className="sheet-bottom">
        <button type="button" className="button" onClick={show}>
          <span aria-live="polite">{showInWords(isError ? undefined : data?.total)}</span>
        </button>
      </div>
    </dialog>
  )
}

/** Shortens long facets like the page, except those requested in full. */
function withWhole(facets: Facets, wholes: FilterName[]) {
  const fewer = fewerFacets(facets)
  const isWhole = (name: string) => wholes.some((whole) => whole === name)
  const pick = <Name extends keyof Facets['facets']>(name: Name) =>
    isWhole(name) ? facets.facets[name] : fewer.facets[name]
  const more = Object.entries(fewer.more ?? {}).filter(([name]) => !isWhole(name))
  return {
    ...fewer,
    facets: {
      ...fewer.facets,
      brand: pick('brand'),
      size: pick('size'),
      retailer: pick('retailer'),
    },
    more: Object.fromEntries(more),
  }
}
