import { createDrawn } from './drawn.ts'
import { LiveRepeated, type RepeatedProps } from './LiveRepeated.tsx'

/** How many renderings are cached. */
const MOST_KEPT = 400

const drawInside = createDrawn(MOST_KEPT)

/** On the server, reuses the HTML rendered from the same input; the browser hydrates it like any other. */
export function DrawnRepeated(props: RepeatedProps) {
  const { as: Root, from, draw, ...rest } = props
  if (from === undefined) return <LiveRepeated {...props} />
  const inside = drawInside(from, () => <LiveRepeated {...props} />)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has rendered it.
  return <Root {...rest} dangerouslySetInnerHTML={{ __html: inside }} />
}
