import type { Database } from '#app/db/database.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { findMembersAmong } from '#app/membership/server/membership.ts'
import type { DealFacts, Taste } from './points.rules.ts'
import {
  findDeclinedOf,
  type findFactsOf,
  findFollowsOf,
  findSavedBrandsOf,
  findSetupsOf,
} from './taste.queries.ts'

/** Returns the deals of a search, as seen by members or by everybody else. */
type SearchDeals = (search: string, isMember: boolean) => Promise<ReadonlySet<string>>

/** A person's taste as stored at this moment. */
type PersonsTaste = { userId: string; isMember: boolean; taste: Taste }

/** Reads the tastes of several people. Leaves out what needs a membership for those without one. */
export async function readTastes(
  db: Database,
  userIds: string[],
  dealsOf: SearchDeals,
): Promise<PersonsTaste[]> {
  if (userIds.length === 0) return []
  const [members, follows, setups, declined, saved] = await Promise.all([
    findMembersAmong(db, userIds),
    findFollowsOf(db, userIds),
    findSetupsOf(db, userIds),
    findDeclinedOf(db, userIds),
    findSavedBrandsOf(db, userIds),
  ])
  const followsOf = Map.groupBy(follows, ({ userId }) => userId)
  const setupOf = new Map(setups.map((setup) => [setup.userId, setup]))
  const declinedBy = Map.groupBy(declined, ({ userId }) => userId)
  const savedBy = Map.groupBy(saved, ({ userId }) => userId)
  return Promise.all(
    userIds.map(async (userId) => {
      const isMember = members.has(userId)
      const awake = (followsOf.get(userId) ?? []).filter((each) => isMember || !each.isForMembers)
      const values = (kind: string, isHidden: boolean) =>
        new Set(
          awake.flatMap((each) =>
            each.kind === kind && each.isHidden === isHidden ? each.value : [],
          ),
        )
      const setup = setupOf.get(userId)
      const taste: Taste = {
        brands: values('brand', false),
        categories: values('category', false),
        retailers: values('retailer', false),
        searches: await Promise.all(
          [...values('search', false)].map(async (search) => ({
            search,
            dealIds: await dealsOf(search, isMember),
          })),
        ),
        hidden: {
          brands: values('brand', true),
          categories: values('category', true),
          retailers: values('retailer', true),
          deals: new Set((declinedBy.get(userId) ?? []).map(({ dealId }) => dealId)),
        },
        departments: new Set(setup?.departments),
        sizeKeys: new Set(setup?.sizeKeys),
        ceilings: setup?.ceilings ?? {},
        savedBrands: new Set((savedBy.get(userId) ?? []).flatMap(({ brandId }) => brandId ?? [])),
      }
      return { userId, isMember, taste }
    }),
  )
}

const PARENTS = new Map(VOCABULARY.category.map(({ value, parent }) => [value, parent ?? null]))

/** Adds the parent category and drops deals that were never published. */
export function toFacts(rows: Awaited<ReturnType<typeof findFactsOf>>): DealFacts[] {
  return rows.flatMap(({ publishedAt, publishedDay, ...row }) =>
    publishedAt === null || publishedDay === null
      ? []
      : {
          ...row,
          publishedAt,
          publishedDay,
          parentCategory: row.category === null ? null : (PARENTS.get(row.category) ?? null),
        },
  )
}
