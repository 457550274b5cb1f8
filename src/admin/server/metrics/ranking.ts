import type { Ranked, TopRanked } from '#app/admin/metrics/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { dealName } from '#app/shared/names.ts'
import { findDeletedDeals, findNames, type RankedBy, type RankedRow } from './metrics.queries.ts'

/** Stands for the brand of deals without one. */
export const NO_BRAND = { id: 'none', name: 'Without a brand' }

/** Adds names to the three rankings of clicks. */
export async function nameRankings(
  db: Database,
  ranked: RankedRow[],
): Promise<{ deals: TopRanked; brands: TopRanked; retailers: TopRanked }> {
  const of = async (by: RankedBy): Promise<TopRanked> => {
    const rows = ranked.filter((row) => row.by === by)
    return { top: await nameRanked(db, by, rows), count: rows[0]?.count ?? 0 }
  }
  return { deals: await of('deal'), brands: await of('brand'), retailers: await of('retailer') }
}

export async function nameRanked(
  db: Database,
  by: RankedBy,
  rows: Array<{ id: string | null; clicks: number }>,
): Promise<Ranked[]> {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const nameOf = by === 'deal' ? await nameDeals(db, ids) : await nameBrandsOrRetailers(db, by, ids)
  return rows.map(({ id, clicks }) => {
    if (id === null) return { ...NO_BRAND, isDeleted: false, clicks }
    const { name, isDeleted } = nameOf(id)
    return { id, name, isDeleted, clicks }
  })
}

/** Names deals, including deleted ones, whose clicks still count. `clicks` are all clicks ever. */
export async function nameDeals(db: Database, ids: string[]) {
  const wanted = [...new Set(ids)]
  const deals = await findManagedDeals(db, wanted)
  const deleted = await findDeletedDeals(db, wanted)
  return (id: string) => {
    const deal = deals.get(id)
    return {
      name: deal ? dealName(deal) : id,
      retailer: deal?.retailer ?? '',
      clicks: deal?.clicks ?? 0,
      isDeleted: deleted.has(id),
    }
  }
}

async function nameBrandsOrRetailers(db: Database, by: 'brand' | 'retailer', ids: string[]) {
  const names = await findNames(db, by === 'brand' ? 'brands' : 'retailers', ids)
  return (id: string) => ({ name: names.get(id) ?? id, isDeleted: false })
}
