import type { Database } from '#app/db/database.ts'
import { readFilters } from '#app/deals/filters/reading.facts.ts'
import { resolveFilters } from './resolve.ts'
import { findAsked } from './search.queries.ts'

/** More than the days of a query ever bring. */
const MOST_MATCHES = 5000

type Days = { from: string; to: string }

/**
 * The deals of these days that match a saved search, as a member or from public facts alone. A search for a
 * value that no longer exists matches nothing, rather than more than was asked for.
 */
export async function findMatches(
  db: Database,
  search: string,
  { isMember, days }: { isMember: boolean; days: Days },
): Promise<ReadonlySet<string>> {
  const { filters } = readFilters(new URLSearchParams(search))
  const audience = isMember ? 'members' : 'public'
  const { asked, unknown, ...known } = await resolveFilters(db, audience, {
    filters: { ...filters, day: undefined },
    today: days.to,
  })
  const hasVanished = unknown.some(({ name }) => {
    const left = known.filters[name]
    return !name.startsWith('not-') && Array.isArray(left) && left.length === 0
  })
  if (hasVanished || (filters.q !== '' && !asked.sought && !asked.filed)) return new Set()
  const place = { sort: 'newest' as const, offset: 0, limit: MOST_MATCHES }
  return new Set(await findAsked(db, { ...asked, days, ended: false }, place))
}
