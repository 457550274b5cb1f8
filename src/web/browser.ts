/** Whether this runs in a browser rather than while a page is rendered on the server. */
export const isBrowser = typeof document !== 'undefined'

/** Screens narrower than this get no toast for what they show anyway. */
const WIDE = '(min-width: 768px)'

export function isWideScreen(): boolean {
  return matchMedia(WIDE).matches
}
