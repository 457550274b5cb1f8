import { createDrawn, writtenDown } from '#app/web/page/drawn.ts'
import { useCardSurroundings } from './card-surroundings.tsx'
import { type CarouselRowProps, LiveCarouselRow } from './LiveCarouselRow.tsx'

/** Five of them, on two pages, for each class of viewer. */
const MOST_KEPT = 50

const drawInside = createDrawn(MOST_KEPT)

/** On the server, a row as it was drawn before from the same deals for the same class, as cards are. */
export function DrawnCarouselRow(props: CarouselRowProps) {
  const surroundings = useCardSurroundings()
  if (!surroundings) return <LiveCarouselRow {...props} />
  const { names, around } = surroundings
  const { deals, ...how } = props
  const key = JSON.stringify([names, how]) + writtenDown(deals)
  const inside = drawInside(key, () => around(<LiveCarouselRow {...props} />))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has drawn it.
  return <div className={props.className} dangerouslySetInnerHTML={{ __html: inside }} />
}
