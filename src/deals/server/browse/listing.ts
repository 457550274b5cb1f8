import type { Database } from '#app/db/database.ts'
import { DealsPage } from '#app/deals/deals.contract.ts'
import { living, published } from '#app/deals/server/deal/life.queries.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { countFeedPage } from '#app/deals/server/reading-limits.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { finishedJson, type Packable } from '#app/server/http/packed.ts'
import { notFound } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findBrandOrSuccessor, requireMember, requireSlug } from './asked-place.ts'
import {
  type Among,
  countDeals,
  findNewestIds,
  findPlace,
  isAnyPublished,
} from './browse.queries.ts'
import { findCategory, valuesOf } from './categories.rules.ts'
import type { Kept } from './kept-answers.ts'

type Paging = { page: number; limit: number }
type Listed = Paging & { kind: 'brand' | 'category' | 'edition' | 'retailer'; part: string }
type FindAmong = (db: Database) => Promise<Among | undefined>

/** Paged lists of the deals of a brand, category, edition or retailer. */
export function createListing(
  ctx: AppContext,
  catalogue: Pick<Catalogue, 'readDeals'>,
  kept: Kept,
) {
  /**
   * JSON of a `DealsPage`: one page of these deals, newest first, as this class of viewer may see them. Counts
   * towards the hourly limit of signed-in viewers, like a page of the feed.
   */
  async function listDeals(viewer: Viewer, asked: Listed, findAmong: FindAmong): Promise<Packable> {
    await countFeedPage(ctx, viewer)
    const { kind, part, page, limit } = asked
    const which = kind === 'edition' ? published : living
    return kept(
      `${kind} ${part} ${page} ${limit} ${viewer.class}`,
      async (db) => {
        const among = await findAmong(db)
        if (!among) return
        const total = await countDeals(db, among, which)
        const alive = which === living ? total : await countDeals(db, among, living)
        // Where all deals have ended, the page still exists and its list is empty.
        const place = { which, offset: (page - 1) * limit, limit }
        const ids = total > place.offset ? await findNewestIds(db, { ...among, ...place }) : []
        const deals = await catalogue.readDeals(viewer, ids)
        return finishedJson(DealsPage, {
          deals: ids.flatMap((id) => deals.get(id) ?? []),
          pagination: {
            currentPage: page,
            totalPages: Math.ceil(total / limit),
            totalDeals: total,
            endedDeals: total - alive,
            hasNextPage: page * limit < total,
          },
          today: businessDay(ctx.now()),
          days: [],
        })
      },
      kind,
    )
  }

  async function findNamed(db: Database, table: 'brands' | 'retailers', slug: string) {
    const place = await (table === 'brands'
      ? findBrandOrSuccessor(db, slug)
      : findPlace(db, table, slug))
    return place && (table === 'brands' ? { brandId: place.id } : { retailerId: place.id })
  }

  return {
    listBrandDeals: (viewer: Viewer, slug: string, paging: Paging) => {
      requireSlug(slug, 'brand')
      const asked = { kind: 'brand' as const, part: slug, ...paging }
      return listDeals(viewer, asked, (db) => findNamed(db, 'brands', slug))
    },

    /** For members only, like everything about retailers. */
    listRetailerDeals: (viewer: Viewer, slug: string, paging: Paging) => {
      requireMember(viewer)
      requireSlug(slug, 'retailer')
      const asked = { kind: 'retailer' as const, part: slug, ...paging }
      return listDeals(viewer, asked, (db) => findNamed(db, 'retailers', slug))
    },

    listCategoryDeals: (viewer: Viewer, slug: string, paging: Paging) => {
      const category = findCategory(slug)
      if (!category) throw notFound('category')
      const among = { categories: valuesOf(category) }
      const asked = { kind: 'category' as const, part: slug, ...paging }
      return listDeals(viewer, asked, async (db) =>
        (await isAnyPublished(db, among)) ? among : undefined,
      )
    },

    /** Includes ended deals: an edition stays what it was. */
    listEditionDeals: (viewer: Viewer, day: string, paging: Paging) => {
      const asked = { kind: 'edition' as const, part: day, ...paging }
      return listDeals(viewer, asked, async (db) =>
        (await isAnyPublished(db, { day })) ? { day } : undefined,
      )
    },
  }
}
