import { Link } from 'react-router'
import { feedPath, filtersOf, whatOf, withoutKind } from './choosing.rules.ts'
import { useFacets } from './facets.ts'
import { withoutInWords } from './words.copy.ts'

/** Shown when no deal matches: which filter to drop, and how many deals that would give. */
export function NothingFound({ what }: { what: string }) {
  const facets = useFacets(what)
  const filters = filtersOf(what)
  return (
    <div className="nothing">
      <h2 className="title">Nothing found</h2>
      {facets && facets.without.length > 0 ? (
        <ul>
          {facets.without.map(({ name, value, ...found }) => (
            <li key={`${name} ${value}`}>
              <Link
                className="link"
                to={feedPath(whatOf(withoutKind(filters, name)))}
                rel="nofollow"
                discover="none"
              >
                {withoutInWords({ name, value, ...found })}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="lead">No deal fits all of this, nor all but one of it.</p>
      )}
      <Link className="button button-quiet" to={feedPath('')} discover="none">
        Clear all
      </Link>
    </div>
  )
}
