import type { AskedFor } from './asking.rules.ts'

const WHOLE_FEED: AskedFor = { what: '', day: undefined, problems: [] }

/** What reads addresses, fetched when there is something to read in one: most look at the whole feed. */
export const loadAsking = () => import('./asked.ts')

/** What an address of the feed asks for, and whether it has to be written in the one way to write it. */
export async function readAddress(
  search: URLSearchParams,
): Promise<AskedFor & { isWrittenByForm: boolean }> {
  if ([...search.keys()].every((name) => name === 'page')) {
    return { ...WHOLE_FEED, isWrittenByForm: false }
  }
  return (await loadAsking()).asked(search)
}
