import { createDrawn } from './drawn.ts'
import { LiveRepeated, type RepeatedProps } from './LiveRepeated.tsx'

/** Those of the pages that are asked for again and again. */
const MOST_KEPT = 400

const drawInside = createDrawn(MOST_KEPT)

/** On the server, as it was drawn before from the same: to the browser it is like any other. */
export function DrawnRepeated(props: RepeatedProps) {
  const { as: Root, from, draw, ...rest } = props
  if (from === undefined) return <LiveRepeated {...props} />
  const inside = drawInside(from, () => <LiveRepeated {...props} />)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has drawn it.
  return <Root {...rest} dangerouslySetInnerHTML={{ __html: inside }} />
}
