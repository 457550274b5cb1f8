import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { LONGEST_DEAL_SEARCH } from '#app/deals/filters/filters.facts.ts'
import { askByForm } from '#app/deals/web/filters/ask-by-form.ts'
import { filtersOf } from '#app/deals/web/filters/choosing.rules.ts'
import { HiddenFields } from '#app/deals/web/filters/HiddenFields.tsx'
import { searchLabel } from '#app/deals/web/filters/words.copy.ts'
import { paths } from '#app/shared/paths.ts'
import type { SearchBoxProps } from './SearchBox.tsx'
import { SearchSign } from './SearchSign.tsx'
import { SEARCH_ID } from './search-id.ts'

type Props = { what: string; isMember: boolean }

/**
 * The search field over the list. Suggestions are loaded when it gets the focus; until then, and without
 * scripts, it is a plain field.
 */
export function SearchField({ what, isMember }: Props) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [Box, setBox] = useState<ComponentType<SearchBoxProps>>()
  const filters = filtersOf(what)

  const load = () => {
    import('./SearchBox.tsx').then(
      ({ SearchBox }) => setBox(() => SearchBox),
      // Searching works without suggestions.
      (error) => console.error('Could not load suggestions', error),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a field that had the focus before hydration.
  useEffect(() => {
    if (document.activeElement === field.current) load()
  }, [])

  return (
    <search>
      <form method="get" action={paths.dailyDeals()} className="search" onSubmit={askByForm}>
        <label htmlFor={SEARCH_ID}>{searchLabel(isMember)}</label>
        <HiddenFields what={what} except={['q', 'sort']} />
        {Box ? (
          <Box
            key={filters.q}
            id={SEARCH_ID}
            text={field.current?.value ?? filters.q}
            hasFocus={document.activeElement === field.current}
            onChoose={({ address }) => void navigate(address)}
          />
        ) : (
          <input
            ref={field}
            id={SEARCH_ID}
            key={filters.q}
            name="q"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={LONGEST_DEAL_SEARCH}
            defaultValue={filters.q}
            onFocus={load}
          />
        )}
        <button type="submit" aria-label="Search">
          <SearchSign />
        </button>
      </form>
    </search>
  )
}
