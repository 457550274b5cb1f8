import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * What the server has drawn, by all that it was drawn from: whoever uses it names all that in the key, which
 * is why nothing ever has to be taken out of it. The longest unused goes first.
 */
export function createDrawn(most: number) {
  const kept = new Map<string, string>()

  /** What stands inside of the one element that is drawn. */
  return function drawInside(key: string, draw: () => ReactNode): string {
    const known = kept.get(key)
    if (known !== undefined) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const whole = renderToString(draw())
    // In what is drawn no attribute has a bare `>`.
    const inside = whole.slice(whole.indexOf('>') + 1, whole.lastIndexOf('</'))
    kept.set(key, inside)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return inside
  }
}
