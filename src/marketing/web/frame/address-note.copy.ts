import { leftOutAt } from '#app/shared/parameters.ts'

/** Above a page that is not what its address asks for; empty where it is. Lists say of their filters themselves. */
export function addressNote(url: URL): string {
  const names = leftOutAt(url)
  return names.length > 0 ? `Not understood in this address and left out: ${names.join(', ')}.` : ''
}
