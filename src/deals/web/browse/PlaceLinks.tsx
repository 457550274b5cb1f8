import type { Place } from '#app/deals/browse.contract.ts'
import { PlaceLink } from './PlaceLink.tsx'

type Props = {
  title: string
  places: readonly Place[]
  pathOf: (slug: string) => string
}

/** Links to related places with counts, in one line where there is room. */
export function PlaceLinks({ title, places, pathOf }: Props) {
  if (places.length === 0) return null
  return (
    <nav className="place-links" aria-label={title}>
      <p className="caps">{title}</p>
      <ul>
        {places.map((place) => (
          <li key={place.slug}>
            <PlaceLink place={place} to={pathOf(place.slug)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
