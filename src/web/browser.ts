/** Whether this runs in a browser rather than in server rendering. */
export const isBrowser = typeof document !== 'undefined'

/** Narrower screens get no toast for something they show anyway. */
const WIDE = '(min-width: 768px)'

export function isWideScreen(): boolean {
  return matchMedia(WIDE).matches
}
