import { createDrawn, writtenDown } from '#app/web/page/drawn.ts'
import { useCardSurroundings } from './card-surroundings.tsx'
import { type CardProps, LiveCard } from './LiveCard.tsx'

/** Those of the first pages, for each class of viewer. */
const MOST_KEPT = 400

const drawInside = createDrawn(MOST_KEPT)

/**
 * On the server, a card as it was drawn before from the same deal for the same class: to the browser it is a
 * card like any other. It is drawn with nothing around it but what its key names.
 */
export function DrawnCard(props: CardProps) {
  const surroundings = useCardSurroundings()
  if (!surroundings) return <LiveCard {...props} />
  const { names, around } = surroundings
  const { linkRef: _ofBrowsers, ...drawn } = props
  const { deal, ...how } = drawn
  const { as: Root = 'article', id } = how
  const key = JSON.stringify([names, how]) + writtenDown(deal)
  const inside = drawInside(key, () => around(<LiveCard {...drawn} />))
  return (
    <Root
      className={deal.state === 'ended' ? 'card ended' : 'card'}
      id={id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has drawn it.
      dangerouslySetInnerHTML={{ __html: inside }}
    />
  )
}
