import '#app/deals/web/browse/browse.css'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Deal } from '#app/deals/deals.contract.ts'
import { TERM_FIELDS, termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { paths } from '#app/shared/paths.ts'

/** The brand of a deal, linked to all its deals. */
export function MadeBy({ deal: { brandName, brandSlug } }: { deal: Deal }) {
  if (brandSlug === null) return <p className="caps">{brandName}</p>
  return (
    <p className="filed-under caps">
      <Link className="filed-link" to={paths.brand(brandSlug)} discover="none">
        {brandName}
      </Link>
    </p>
  )
}

/** The terms of a deal. Guesses, which only members see, are marked and not linked. */
export function FiledUnder({ deal }: { deal: Deal }) {
  const guessed = TERM_FIELDS.filter((field) => deal.guessed?.[field] !== undefined)
  const said = TERM_FIELDS.flatMap((field) => {
    const value = deal[field] ?? deal.guessed?.[field]
    return value === undefined || value === null ? [] : [{ field, value }]
  })
  if (said.length === 0) return null
  return (
    <p className="filed-under text-sm text-ink-soft">
      {said.map(({ field, value }, index) => (
        <Fragment key={field}>
          {index > 0 && '\u00a0\u00a0·\u2002'}
          {field === 'category' && deal.category === value ? (
            <Link className="filed-link" to={paths.category(value)} discover="none">
              {termLabel(field, value)}
            </Link>
          ) : (
            termLabel(field, value)
          )}
        </Fragment>
      ))}
      {guessed.length > 0 && ` (${guessed.join(' and ')} guessed from its name)`}
    </p>
  )
}
