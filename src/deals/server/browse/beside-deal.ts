import type { Database } from '#app/db/database.ts'
import type { Related } from '#app/deals/browse.contract.ts'
import { MOST_ELSEWHERE, MOST_RELATED } from '#app/deals/deals.facts.ts'
import { findElsewhereIds } from '#app/deals/server/deal/same-piece.queries.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { countRelated } from '#app/deals/server/reading-limits.ts'
import { findDelivery } from '#app/deals/server/retailers/registry.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { findNewestIds, findPlaceOfDeal } from './browse.queries.ts'
import { createKeptAnswers } from './kept-answers.ts'

export function createBesideDeal(ctx: AppContext, catalogue: Pick<Catalogue, 'readDeals'>) {
  // A separate cache: its entries, one per deal, must not evict the pages most visitors start from.
  const kept = createKeptAnswers(ctx, 'beside deals')

  /** Other retailers of the same piece, and the delivery terms of this one. */
  async function readForMembers(dealId: string) {
    const elsewhere = await kept(
      `elsewhere ${dealId}`,
      (db) => findElsewhereIds(db, { dealId, limit: MOST_ELSEWHERE }),
      'deal',
    )
    const { delivery } = await kept(
      `delivery ${dealId}`,
      async (db) => ({ delivery: await findDelivery(db, dealId) }),
      'deal',
    )
    return { elsewhere, delivery }
  }

  return {
    /** The related deals as this viewer may see them. Counts towards the hourly limit of signed-in viewers. */
    readRelated: async (viewer: Viewer, dealId: string): Promise<Related> => {
      await countRelated(ctx, viewer)
      const ids = await kept(`related ${dealId}`, (db) => findRelatedIds(db, dealId), 'deal')
      const forMembers = viewer.class === 'member' ? await readForMembers(dealId) : undefined
      const deals = await catalogue.readDeals(viewer, [
        ...new Set([...ids.ofBrand, ...ids.ofCategory, ...(forMembers?.elsewhere ?? [])]),
      ])
      const these = (some: string[]) => some.flatMap((id) => deals.get(id) ?? [])
      return {
        ofBrand: these(ids.ofBrand),
        ofCategory: these(ids.ofCategory),
        ...(forMembers && { elsewhere: these(forMembers.elsewhere) }),
        ...(forMembers?.delivery && { delivery: forMembers.delivery }),
      }
    },
  }
}

/** Undefined when the deal is missing or not published. */
async function findRelatedIds(db: Database, dealId: string) {
  const place = await findPlaceOfDeal(db, dealId)
  if (!place) return
  const { brandId, category } = place
  const found = { butDeal: dealId, limit: MOST_RELATED }
  const ofBrand = brandId ? await findNewestIds(db, { ...found, brandId }) : []
  const inCategory = { ...found, categories: category === null ? [] : [category] }
  const ofOthers =
    category === null ? [] : await findNewestIds(db, { ...inCategory, butBrand: brandId })
  return { ofBrand, ofCategory: ofOthers }
}
