import { useRef } from 'react'
import type { PastedLink } from '#app/links/links.contract.ts'
import { isReady } from './words.copy.ts'

type OrderedLink = { link: PastedLink; isWhole: boolean }

/**
 * Sorts links: first those that need a person, then complete ones, then those that wait for their shop. Rows
 * keep their place once shown, so that nothing moves while somebody works on it.
 */
export function useOrder(links: PastedLink[]): OrderedLink[] {
  const places = useRef(new Map<string, { isWhole: boolean; turn: number }>())
  for (const link of links) {
    if (link.state === 'waiting') places.current.delete(link.id)
    else if (!places.current.has(link.id)) {
      const isWhole = link.state === 'made' || isReady(link)
      places.current.set(link.id, { isWhole, turn: places.current.size })
    }
  }
  const rankOf = ({ id, state }: PastedLink) => {
    if (state === 'made') return 3
    const place = places.current.get(id)
    return place === undefined ? 2 : Number(place.isWhole)
  }
  const turnOf = ({ id }: PastedLink) => places.current.get(id)?.turn ?? 0
  return links
    .toSorted((one, other) => rankOf(one) - rankOf(other) || turnOf(one) - turnOf(other))
    .map((link) => ({ link, isWhole: places.current.get(link.id)?.isWhole ?? false }))
}

/** Returns the id of the next link below that can be acted on, or else the one above. */
export function neighbourOf({ id }: PastedLink, inOrder: OrderedLink[]): string | undefined {
  const all = inOrder.map(({ link }) => link)
  const at = all.findIndex((link) => link.id === id)
  const mayBe = ({ state }: PastedLink) => state === 'read' || state === 'unread'
  return (all.slice(at + 1).find(mayBe) ?? all.slice(0, at).findLast(mayBe))?.id
}
