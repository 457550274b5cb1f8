import { Link } from 'react-router'
import type { Facets } from '#app/deals/filters/search.contract.ts'
import {
  chosenOf,
  toggled,
  understood,
  whatOf,
  withoutFilter,
  withRenamed,
} from '#app/deals/web/filters/choosing.rules.ts'
import { Groups } from '#app/deals/web/filters/Groups.tsx'
import type { ColumnChoice } from '#app/deals/web/filters/groups.facts.ts'
import { HiddenFields } from '#app/deals/web/filters/HiddenFields.tsx'
import { leftOutInWords } from '#app/deals/web/filters/left-out.copy.ts'
import { PriceFields } from '#app/deals/web/filters/PriceFields.tsx'
import { nameOf } from '#app/deals/web/filters/words.copy.ts'
import type { SavedSort } from '#app/saved/saved.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'

type Props = { sort: SavedSort; what: string; facets: Facets; isMember: boolean }

/** The filters of the list, collapsed: like the feed's, but counting saved deals only. */
export function SavedFilters({ sort, what, facets, isMember }: Props) {
  const filters = understood(withRenamed(what, facets.renamed ?? {}), facets.leftOut)
  const chosen = chosenOf(filters)
  const next = useReturnPath()
  const pathFor = (asked: typeof filters) => paths.saved(sort, 1, whatOf(asked))

  const renderChoice = ({ name, value, label, count, isChosen }: ColumnChoice) => (
    <Link
      className="facet-value"
      to={pathFor(toggled(filters, name, value))}
      discover="none"
      preventScrollReset
      aria-current={isChosen || undefined}
    >
      <span>{label}</span>
      {count !== undefined && <span className="facet-count">{formatCount(count)}</span>}
    </Link>
  )

  return (
    <>
      {facets.leftOut && facets.leftOut.length > 0 && (
        <p className="notice mb-6" role="alert">
          {leftOutInWords(facets.leftOut)}
        </p>
      )}
      <details className="narrow">
        <summary>
          Filters
          {chosen.length > 0 && (
            <span className="count">
              <span aria-hidden>{chosen.length}</span>
              <span className="sr">{`, ${chosen.length} chosen`}</span>
            </span>
          )}
        </summary>
        <div className="narrow-groups">
          <Groups
            filters={filters}
            facets={facets}
            isMember={isMember}
            next={next}
            without={['ended']}
            renderChoice={renderChoice}
            price={
              <Prices key={what} sort={sort} what={what} min={filters.min} max={filters.max} />
            }
            renderMore={() => null}
          />
        </div>
      </details>
      {chosen.length > 0 && (
        <ul className="chips" aria-label="Chosen filters">
          {chosen.map(({ name, value }) => (
            <li key={`${name} ${value}`}>
              <Link
                to={pathFor(withoutFilter(filters, name, value))}
                className="chip"
                discover="none"
                preventScrollReset
              >
                <span className="sr">Without </span>
                {nameOf(facets, name, value)}
                <svg viewBox="0 0 10 10" aria-hidden>
                  <path d="m1 1 8 8M9 1 1 9" />
                </svg>
              </Link>
            </li>
          ))}
          <li>
            <Link className="chip-clear" to={paths.saved(sort)} discover="none" preventScrollReset>
              Clear all
            </Link>
          </li>
        </ul>
      )}
    </>
  )
}

type PricesProps = Pick<Props, 'sort' | 'what'> & {
  min: number | undefined
  max: number | undefined
}

/** A form for a custom price range; submitting it reloads the page. */
function Prices({ sort, what, min, max }: PricesProps) {
  return (
    <form method="get" action={paths.saved()} className="facet-price">
      <HiddenFields what={what} except={['min', 'max']} />
      {sort !== 'newest' && <input type="hidden" name="sort" value={sort} />}
      <PriceFields min={min} max={max} />
    </form>
  )
}
