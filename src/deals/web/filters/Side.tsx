import { formatCount } from '#app/shared/counts.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { feedPath, toggled, whatOf } from './choosing.rules.ts'
import { useChosen } from './facets.ts'
import { Groups } from './Groups.tsx'
import type { ColumnChoice } from './groups.facts.ts'
import { MoreValues } from './MoreValues.tsx'
import { PriceForm } from './PriceForm.tsx'

type Props = { what: string; isMember: boolean }

/**
 * The column beside the list, of links: one press narrows it, another widens it again. On a phone it is
 * what stands behind 'Filters' where there are no scripts.
 */
export function Side({ what, isMember }: Props) {
  const { filters, facets } = useChosen(what)

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
    <section id="filters" className="side" aria-label="Filters" tabIndex={-1}>
      <a className="skip-column" href="#list">
        Skip the filters
      </a>
      <Groups
        filters={filters}
        facets={facets}
        isMember={isMember}
        renderChoice={renderChoice}
        price={<PriceForm key={what} what={what} />}
        renderMore={(name, count) => <MoreValues {...{ what, name, count }} />}
        // Lists of all deals are those that most come to; of others there is no end.
        repeatedAs={what === '' ? 'side' : undefined}
      />
    </section>
  )
}
