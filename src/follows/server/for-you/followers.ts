import type { Database } from '#app/db/database.ts'
import { findMatches } from '#app/deals/server/search/followed.ts'
import type { AppContext } from '#app/server/context.ts'
import { choose, type DealFacts, isFollowed } from './points.rules.ts'
import {
  findBrandsBefore,
  findFactsOf,
  findFollowedSearches,
  findFollowerIds,
} from './taste.queries.ts'
import { readTastes, toFacts } from './taste.ts'

const FOLLOWERS_AT_ONCE = 500

/** A person, with the deals that match what they follow, the best first. */
type Follower = { userId: string; isMember: boolean; dealIds: string[] }

/**
 * Yields, in batches ordered by id, the people who follow what these deals are: a brand, category, retailer
 * or search. Respects what they have hidden, and leaves out follows that need a membership they do not have.
 * Each search runs once, however many people follow it.
 */
export async function* findFollowersOf(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dealIds: string[],
  { limit = FOLLOWERS_AT_ONCE }: { limit?: number } = {},
): AsyncGenerator<Follower[]> {
  if (dealIds.length === 0) return
  const facts = toFacts(await findFactsOf(ctx.db, dealIds))
  const searches = await searchesAmong(ctx.db, facts)
  const brandIds = distinct(facts.map(({ brandId }) => brandId))
  const values = {
    brand: [...brandIds, ...(await findBrandsBefore(ctx.db, brandIds))],
    category: distinct(facts.flatMap(({ category, parentCategory }) => [category, parentCategory])),
    retailer: distinct(facts.map(({ retailerId }) => retailerId)),
    search: distinct([...searches.keys()]),
  }
  for (let after = ''; ; ) {
    const userIds = await findFollowerIds(ctx.db, { values, after, limit })
    const tastes = await readTastes(ctx.db, userIds, async (search, isMember) => {
      const found = searches.get(search)
      return (isMember ? found?.forMembers : found?.forOthers) ?? NONE
    })
    const followers = tastes.map(({ userId, isMember, taste }) => ({
      userId,
      isMember,
      dealIds: choose(facts, taste, ctx.now())
        .filter(({ reasons }) => isFollowed(reasons))
        .map(({ id }) => id),
    }))
    yield followers.filter((each) => each.dealIds.length > 0)
    const last = userIds.at(-1)
    if (last === undefined || userIds.length < limit) return
    after = last
  }
}

const NONE: ReadonlySet<string> = new Set()

type FoundBySearch = { forMembers: ReadonlySet<string>; forOthers: ReadonlySet<string> }

/** Returns the searches that find any of these deals. */
async function searchesAmong(
  db: Database,
  facts: DealFacts[],
): Promise<Map<string, FoundBySearch>> {
  const found = new Map<string, FoundBySearch>()
  const [first, ...others] = facts.map(({ publishedDay }) => publishedDay).toSorted()
  if (first === undefined) return found
  const days = { from: first, to: others.at(-1) ?? first }
  const ids = new Set(facts.map(({ id }) => id))
  for (const search of await findFollowedSearches(db)) {
    const [forMembers, forOthers] = await Promise.all(
      [true, false].map(async (isMember) =>
        (await findMatches(db, search, { isMember, days })).intersection(ids),
      ),
    )
    if (!forMembers || !forOthers || forMembers.size + forOthers.size === 0) continue
    found.set(search, { forMembers, forOthers })
  }
  return found
}

function distinct(values: Array<string | null>): string[] {
  return [...new Set(values)].flatMap((value) => value ?? [])
}
