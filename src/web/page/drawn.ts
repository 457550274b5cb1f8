import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRecent } from './recent.ts'

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

const written = new WeakMap<object, string>()

/** For keys: an answer, or a part of one, as JSON. Nobody changes it, so it is written down once. */
export function writtenDown(data: object): string {
  const known = written.get(data)
  if (known !== undefined) return known
  const text = JSON.stringify(data)
  written.set(data, text)
  return text
}
