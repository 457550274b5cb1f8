import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRecent, onceForEach } from './recent.ts'

/**
 * Caches rendered HTML by a key that names everything it was rendered from, so entries never have to be
 * invalidated.
 */
export function createDrawn(most: number) {
  const recent = createRecent<string>(most)

  /** Returns the HTML inside the one root element. */
  return function drawInside(key: string, draw: () => ReactNode): string {
    return recent(key, () => {
      const whole = renderToString(draw())
      // React escapes `>` in attributes, so the first one ends the root tag.
      return whole.slice(whole.indexOf('>') + 1, whole.lastIndexOf('</'))
    })
  }
}

/** JSON of an answer or a part of one, for cache keys. */
export const writtenDown = onceForEach((data: object) => JSON.stringify(data))
