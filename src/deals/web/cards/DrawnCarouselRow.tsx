import { createDrawn, writtenDown } from '#app/web/page/drawn.ts'
import { useCardSurroundings } from './card-surroundings.tsx'
import { type CarouselRowProps, LiveCarouselRow } from './LiveCarouselRow.tsx'

/** Five carousels on two pages, for each class of viewer. */
const MOST_KEPT = 50

const drawInside = createDrawn(MOST_KEPT)

/** On the server, a row from the cache of rendered HTML, by deals and class of viewer, as with cards. */
export function DrawnCarouselRow(props: CarouselRowProps) {
  const surroundings = useCardSurroundings()
  if (!surroundings) return <LiveCarouselRow {...props} />
  const { names, around } = surroundings
  const { deals, ...how } = props
  const key = JSON.stringify([names, how]) + writtenDown(deals)
  const inside = drawInside(key, () => around(<LiveCarouselRow {...props} />))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML was rendered by React.
  return <div className={props.className} dangerouslySetInnerHTML={{ __html: inside }} />
}
