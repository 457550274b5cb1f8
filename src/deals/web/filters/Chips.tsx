import { Link } from 'react-router'
import { type Filters, writeFilters } from '#app/deals/filters/filters.facts.ts'
import { FollowControl } from '#app/deals/web/FollowControl.tsx'
import { chosenOf, feedPath, whatOf, withoutFilter } from './choosing.rules.ts'
import { useChosen } from './facets.ts'
import { nameOf } from './words.copy.ts'

/** The chosen filters, each as a link that removes it. */
export function Chips({ what }: { what: string }) {
  const { filters, facets } = useChosen(what)
  const chosen = chosenOf(filters)
  if (chosen.length === 0) return null
  const kept = whatToFollow(filters)
  return (
    <>
      <ul className="chips" aria-label="Chosen filters">
        {chosen.map(({ name, value }) => (
          <li key={`${name} ${value}`}>
            <Link
              to={feedPath(whatOf(withoutFilter(filters, name, value)))}
              className="chip"
              rel="nofollow"
              discover="none"
              preventScrollReset
            >
              <span className="sr">Without </span>
              {nameOf(facets, name, value)}
              <Cross />
            </Link>
          </li>
        ))}
        <li>
          <Link className="chip-clear" to={feedPath('')} discover="none" preventScrollReset>
            Clear all
          </Link>
        </li>
      </ul>
      {kept !== '' && <FollowControl kind="search" value={kept} name="this search" />}
    </>
  )
}

/** The search to follow, without filters that only fit today: new deals come on other days. */
function whatToFollow(filters: Filters): string {
  const asked = { sort: undefined, day: undefined, ended: false, page: 1 }
  return writeFilters({ ...filters, ...asked })
}

function Cross() {
  return (
    <svg viewBox="0 0 10 10" aria-hidden>
      <path d="m1 1 8 8M9 1 1 9" />
    </svg>
  )
}
