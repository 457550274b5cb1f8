import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRecent, onceForEach } from './recent.ts'

/**
 * What the server has drawn, by all that it was drawn from: whoever uses it names all that in the key, which
 * is why nothing ever has to be taken out of it.
 */
export function createDrawn(most: number) {
  const recent = createRecent<string>(most)

  /** What stands inside of the one element that is drawn. */
  return function drawInside(key: string, draw: () => ReactNode): string {
    return recent(key, () => {
      const whole = renderToString(draw())
      // In what is drawn no attribute has a bare `>`.
      return whole.slice(whole.indexOf('>') + 1, whole.lastIndexOf('</'))
    })
  }
}

/** For keys: an answer, or a part of one, as JSON. */
export const writtenDown = onceForEach((data: object) => JSON.stringify(data))
