import { leftOutAt } from '#app/shared/parameters.ts'

/**
 * A note above a page that ignores part of its address; empty if there is none. Lists report their filters
 * themselves.
 */
export function addressNote(url: URL): string {
  const names = leftOutAt(url)
  return names.length > 0 ? `Not understood in this address and left out: ${names.join(', ')}.` : ''
}
