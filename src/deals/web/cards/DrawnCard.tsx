import { createDrawn, writtenDown } from '#app/web/page/drawn.ts'
import { useCardSurroundings } from './card-surroundings.tsx'
import { type CardProps, LiveCard } from './LiveCard.tsx'

/** The cards of the first pages, for each class of viewer. */
const MOST_KEPT = 400

const drawInside = createDrawn(MOST_KEPT)

/**
 * On the server, a card from the cache of rendered HTML, by deal and class of viewer; browsers hydrate it like
 * any other card. It is rendered with only the contexts that its key covers.
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML was rendered by React.
      dangerouslySetInnerHTML={{ __html: inside }}
    />
  )
}
