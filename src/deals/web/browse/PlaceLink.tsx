import { Link } from 'react-router'
import type { Place } from '#app/deals/browse.contract.ts'
import { formatCount } from '#app/shared/counts.ts'

/** A place's name and its number of living deals. */
export function PlaceLink({ place: { name, deals }, to }: { place: Place; to: string }) {
  return (
    <Link className="place-link" to={to} discover="none">
      {name}
      <span className="count">
        {formatCount(deals)}
        <span className="sr">{deals === 1 ? ' deal' : ' deals'}</span>
      </span>
    </Link>
  )
}
