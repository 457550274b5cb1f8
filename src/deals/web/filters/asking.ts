import type { AskedFor } from './asking.rules.ts'

const WHOLE_FEED: AskedFor = { what: '', day: undefined, problems: [] }

/** The parser of addresses, loaded on demand: most visits show the whole feed. */
export const loadAsking = () => import('./asked.ts')

/** Parses an address of the feed, and says whether it must be redirected to its canonical form. */
export async function readAddress(
  search: URLSearchParams,
): Promise<AskedFor & { isWrittenByForm: boolean }> {
  if ([...search.keys()].every((name) => name === 'page')) {
    return { ...WHOLE_FEED, isWrittenByForm: false }
  }
  return (await loadAsking()).asked(search)
}
