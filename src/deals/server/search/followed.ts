import type { Database } from '#app/db/database.ts'
import { readFilters } from '#app/deals/filters/reading.facts.ts'
import { resolveFilters } from './resolve.ts'
import { findAsked } from './search.queries.ts'

/** More than come in the days that are asked for. */
const MOST_MATCHES = 5000

type Days = { from: string; to: string }

/**
 * The deals of these days that a kept search finds, for who has a membership or from public facts alone. One
 * that asks for what there is no more finds nothing, and never more than it asked for.
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
