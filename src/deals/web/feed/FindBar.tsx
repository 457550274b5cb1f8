import { use } from 'react'
import { chosenOf, feedPath } from '#app/deals/web/filters/choosing.rules.ts'
import { useChosen } from '#app/deals/web/filters/facets.ts'
import { OpenSheet } from '#app/deals/web/filters/open-sheet.ts'
import { Sorts } from '#app/deals/web/filters/Sorts.tsx'
import { SearchField } from '#app/deals/web/search/SearchField.tsx'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { GridSwitch } from './GridSwitch.tsx'

type Props = { what: string; isMember: boolean }

/** The search field, a link to the filters where they are not beside the list, and the sort order. */
export function FindBar({ what, isMember }: Props) {
  const openSheet = use(OpenSheet)
  // Search words are shown in the field, so they are not counted as filters.
  const chosen = chosenOf({ ...useChosen(what).filters, q: '' }).length
  return (
    <div className="find">
      <SearchField what={what} isMember={isMember} />
      <div className="find-tools">
        <PageLink
          to={`${feedPath(what)}#filters`}
          className="find-filters"
          onClick={(event) => {
            event.preventDefault()
            openSheet()
          }}
        >
          Filters
          {chosen > 0 && (
            <span className="count">
              <span aria-hidden>{chosen}</span>
              <span className="sr">{`, ${chosen} chosen`}</span>
            </span>
          )}
        </PageLink>
        <GridSwitch />
        <Sorts what={what} />
      </div>
    </div>
  )
}
