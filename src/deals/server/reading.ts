import type { Deal, DealWithLink } from '#app/deals/deals.contract.ts'
import { type DealRecord, findDealRecords } from '#app/deals/server/deal/deal.queries.ts'
import { serializeDeal, serializeDealWithLink } from '#app/deals/server/deal/serialize-deal.ts'
import type { ClassAnswers } from '#app/deals/server/feed/class-answers.ts'
import { findPublishedDeal } from '#app/deals/server/feed/feed.queries.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { forbidden, notFound, signInRequired } from '#app/server/problem.ts'
import { isId } from '#app/shared/ids.ts'
import { countLink } from './reading-limits.ts'

/** Reads single deals as a viewer may see them. */
export function createReading(ctx: AppContext, { freeDealIdsOf }: ClassAnswers) {
  /** Throws the same 404 for a missing deal and for an unpublished one. */
  async function getPublishedDeal(dealId: string) {
    const record = isId(dealId) ? await findPublishedDeal(ctx.db, dealId) : undefined
    if (!record) throw notFound('deal')
    return record
  }

  /** Without the link: what pages show and cache. */
  async function readDeal(viewer: Viewer, dealId: string): Promise<Deal> {
    const record = await getPublishedDeal(dealId)
    return serializeDeal(record, viewer, await freeDealIdsOf(viewer))
  }

  /** With the link, for viewers who may open it. That counts; throws 429 above the daily limit. */
  async function readDealWithLink(viewer: Viewer, dealId: string): Promise<DealWithLink> {
    return linkDeal(viewer, await getPublishedDeal(dealId))
  }

  async function linkDeal(viewer: Viewer, record: DealRecord): Promise<DealWithLink> {
    const freeDealIds = await freeDealIdsOf(viewer)
    const deal = serializeDealWithLink(record, viewer, freeDealIds)
    if (deal.isAccessible && viewer.userId !== undefined && !viewer.drawing)
      await countLink(ctx, viewer.userId)
    return deal
  }

  return {
    /** The published ones among these deals, by id, without links. */
    readDeals: async (viewer: Viewer, ids: string[]): Promise<Map<string, Deal>> => {
      if (ids.length === 0) return new Map()
      const freeDealIds = await freeDealIdsOf(viewer)
      const rows = await findDealRecords(ctx.db, ids)
      const published = rows.filter(({ isPublished }) => isPublished)
      return new Map(published.map((row) => [row.id, serializeDeal(row, viewer, freeDealIds)]))
    },

    readDeal,
    readDealWithLink,

    /**
     * The deal with its link; throws 401 or 403 when the viewer may not open it. Viewer and deal are read
     * concurrently, because each is a slow round trip to a distant database.
     */
    openDeal: async (whoever: Promise<Viewer>, dealId: string) => {
      const [viewer, record] = await Promise.all([whoever, getPublishedDeal(dealId)])
      const deal = await linkDeal(viewer, record)
      if (deal.isAccessible) return { deal, viewer }
      if (viewer.class === 'visitor') throw signInRequired()
      throw forbidden('members-only', 'This deal is for members.')
    },
  }
}
