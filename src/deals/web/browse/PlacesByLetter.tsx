import type { Place } from '#app/deals/browse.contract.ts'
import { JumpLink } from '#app/deals/web/feed/JumpLink.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { anchorOfLetter, byLetter } from './words.copy.ts'

type Props = {
  /** Heading for the places: `Brands`. */
  noun: string
  places: readonly Place[]
  pathOf: (slug: string) => string
}

/** Places from A to Z, with links to each letter. */
export function PlacesByLetter({ noun, places, pathOf }: Props) {
  const letters = byLetter(places)
  return (
    <>
      {letters.length > 1 && (
        <nav className="wrap letters" aria-label={`${noun} by letter`}>
          {letters.map(({ letter }) => (
            <JumpLink key={letter} to={anchorOfLetter(letter)}>
              {letter}
            </JumpLink>
          ))}
        </nav>
      )}
      <div className="wrap index">
        {letters.map(({ letter, places: ofLetter }) => (
          <section key={letter} aria-labelledby={anchorOfLetter(letter)}>
            <h2 id={anchorOfLetter(letter)} tabIndex={-1}>
              {letter}
            </h2>
            <ul>
              {ofLetter.map((place) => (
                <li key={place.slug}>
                  <PlaceLink place={place} to={pathOf(place.slug)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
