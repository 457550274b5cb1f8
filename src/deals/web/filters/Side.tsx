import { formatCount } from '#app/shared/counts.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { Repeated } from '#app/web/page/Repeated.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { feedPath, toggled, whatOf } from './choosing.rules.ts'
import { useChosen } from './facets.ts'
import { Groups } from './Groups.tsx'
import type { ColumnChoice } from './groups.facts.ts'
import { MoreValues } from './MoreValues.tsx'
import { PriceForm } from './PriceForm.tsx'

type Props = { what: string; isMember: boolean }

/**
 * The column of filters beside the list: links that add a filter or remove it. On phones it is the target of
 * "Filters" without scripts.
 */
export function Side({ what, isMember }: Props) {
  const { filters, facets } = useChosen(what)
  const next = useReturnPath()

  const renderChoice = ({ name, value, label, count, isChosen }: ColumnChoice) => (
    <PageLink
      className="facet-value"
      to={feedPath(whatOf(toggled(filters, name, value)))}
      rel="nofollow"
      preventScrollReset
      aria-current={isChosen || undefined}
    >
      <span>{label}</span>
      {count !== undefined && <span className="facet-count">{formatCount(count)}</span>}
    </PageLink>
  )

  return (
    <Repeated
      as="section"
      id="filters"
      className="side"
      aria-label="Filters"
      tabIndex={-1}
      // Cached only for the whole feed, the most visited list; the number of other lists is unlimited.
      from={what === '' ? JSON.stringify(['side', facets, isMember, next]) : undefined}
      draw={() => (
        <>
          <a className="skip-column" href="#list">
            Skip the filters
          </a>
          <Groups
            filters={filters}
            facets={facets}
            isMember={isMember}
            next={next}
            renderChoice={renderChoice}
            price={<PriceForm key={what} what={what} />}
            renderMore={(name, count) => <MoreValues {...{ what, name, count }} />}
          />
        </>
      )}
    />
  )
}
