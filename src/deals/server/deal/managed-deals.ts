import type { Database } from '#app/db/database.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { findRetailerName } from './brands-and-retailers.queries.ts'
import { parseBuyUrl, withoutWww } from './buy-url.rules.ts'
import { findDealsByKey } from './deal.queries.ts'
import {
  countByBrand,
  countByDay,
  countByRetailer,
  countByState,
  countLost,
  countManagedDeals,
  type DealFilter,
  findManagedDealIds,
  findManagedDealRecords,
  getManagedDealRecord,
} from './managed-deals.queries.ts'
import { serializeManagedDeal } from './serialize-deal.ts'

type Reading = Pick<AppContext, 'db'>

/** A page of the deals that are not deleted, published or not, newest first. */
export async function listManagedDeals(
  { db }: Reading,
  filter: DealFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ deals: ManagedDeal[]; total: number }> {
  const offset = (page - 1) * limit
  const { ids, total } = await findManagedDealIds(db, filter, { offset, limit })
  const rows = await findManagedDealRecords(db, ids)
  const deals = ids.flatMap((id) => {
    const row = rows.get(id)
    // Leaves out a deal that was deleted between the two queries.
    return row && row.deletedAt === null ? serializeManagedDeal(row) : []
  })
  return { deals, total }
}

/** The options of the list's filters, each with its number of deals. */
export async function listDealFilters({ db }: Reading) {
  const [brands, retailers, days, total, states, lost] = await Promise.all([
    countByBrand(db),
    countByRetailer(db),
    countByDay(db),
    countManagedDeals(db, {}),
    countByState(db),
    countLost(db),
  ])
  const unpublished = states.draft + states.scheduled
  return { brands, retailers, days, total, unpublished, lost, states }
}

/** Deals by id, including deleted ones; unknown ids are left out. */
export async function findManagedDeals(
  db: Database,
  ids: string[],
): Promise<Map<string, ManagedDeal>> {
  const rows = await findManagedDealRecords(db, ids)
  return new Map([...rows].map(([id, row]) => [id, serializeManagedDeal(row)]))
}

/** Throws 404 when the deal is unknown or deleted. */
export async function getManagedDeal({ db }: Reading, id: string): Promise<ManagedDeal> {
  return serializeManagedDeal(await getManagedDealRecord(db, id))
}

/**
 * What can be derived from a link alone: its shop, and an existing deal with the same link. Throws 422
 * `invalid-link` for a link that members cannot be sent to.
 */
export async function readLinkFacts({ db }: Reading, { buyUrl }: { buyUrl: string }) {
  const link = parseBuyUrl(buyUrl)
  if (!link.ok) {
    const reason = buyUrl.trim() === '' ? 'Buy URL is required' : `The link ${link.reason}.`
    throw new Problem(422, 'invalid-link', reason, { fields: { buyUrl: reason } })
  }
  const name = await findRetailerName(db, link.domain)
  const same = (await findDealsByKey(db, [link.key])).get(link.key)
  const row = same && (await findManagedDealRecords(db, [same.id])).get(same.id)
  return {
    buyUrl: link.url,
    domain: link.domain,
    retailer: { name: name ?? withoutWww(link.domain), isKnown: name !== undefined },
    duplicate: row && row.deletedAt === null ? serializeManagedDeal(row) : null,
  }
}
