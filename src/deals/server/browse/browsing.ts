import type { Database } from '#app/db/database.ts'
import {
  BrandPage,
  CategoryPage,
  CategoryTrees,
  type DealFigures,
  EditionPage,
  EditionYear,
  PlaceList,
  type Related,
  RetailerPage,
} from '#app/deals/browse.contract.ts'
import { DealsPage } from '#app/deals/deals.contract.ts'
import {
  MOST_BRANDS_IN_SITEMAP,
  MOST_BRANDS_NAMED,
  MOST_ELSEWHERE,
  MOST_RELATED,
} from '#app/deals/deals.facts.ts'
import { living, published } from '#app/deals/server/deal/life.queries.ts'
import { findElsewhereIds } from '#app/deals/server/deal/same-piece.queries.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { findEditionSizes } from '#app/deals/server/feed/feed.queries.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import { countFeedPage, countRelated } from '#app/deals/server/reading-limits.ts'
import { findDelivery } from '#app/deals/server/retailers/registry.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { finishedJson, type Packable } from '#app/server/http/packed.ts'
import { forbidden, notFound } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { centsToDollars } from '#app/shared/money.ts'
import {
  type Among,
  countCategories,
  countDeals,
  countPlaces,
  findBrandsForSitemap,
  findEditionYears,
  findFigures,
  findNeighbours,
  findNewestIds,
  findNewestPicture,
  findPlace,
  findPlaceOfDeal,
  findSuccessor,
  isAnyPublished,
} from './browse.queries.ts'
import {
  besideCategory,
  categoryTrees,
  filedUnder,
  findCategory,
  placeOf,
  valuesOf,
} from './categories.rules.ts'

/** What is more than this is no slug of ours: it is not asked for, and not kept. */
const LONGEST_SLUG = 240

/**
 * The catalogue by brand, category, edition and retailer. What is out of it is the same for everybody, but
 * for retailers, which are for members; the deals themselves are listed by the catalogue.
 */
export function createBrowsing(ctx: AppContext, catalogue: Pick<Catalogue, 'readDeals'>) {
  const cached = createAnswerCache(ctx.live, 'deals', 'browsing')
  // There are as many as deals: they must not push out the pages that everybody begins with.
  const ofDeals = createAnswerCache(ctx.live, 'deals', 'beside deals')
  const today = () => businessDay(ctx.now())
  /** An answer made from a copy; what is not there is not kept: anybody can make up addresses. */
  async function kept<T>(
    key: string,
    produce: (db: Database) => Promise<T | undefined>,
    what: string,
    among = cached,
  ) {
    const answer = await among(
      `${key} ${today()}`,
      () => ctx.reads.feed(produce),
      (found) => found !== undefined,
    )
    if (answer === undefined) throw notFound(what)
    return answer
  }

  async function counts(db: Database, among: Among = {}) {
    const found = await countCategories(db, among)
    return new Map(found.map(({ category, deals }) => [category ?? '', deals]))
  }

  /**
   * JSON of a `DealsPage`: those among these, newest first, as this class of viewer may see them. Counted for
   * whoever is signed in, as the pages of the feed are.
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
        // Where all of it has ended there is a place and nothing to list.
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
          today: today(),
          days: [],
        })
      },
      kind,
    )
  }

  async function findNamed(db: Database, table: 'brands' | 'retailers', slug: string) {
    const place = await (table === 'brands' ? findBrand(db, slug) : findPlace(db, table, slug))
    return place && (table === 'brands' ? { brandId: place.id } : { retailerId: place.id })
  }

  return {
    listBrandDeals: (viewer: Viewer, slug: string, paging: Paging) => {
      refuseNonsense(slug, 'brand')
      const asked = { kind: 'brand' as const, part: slug, ...paging }
      return listDeals(viewer, asked, (db) => findNamed(db, 'brands', slug))
    },

    /** For members, as all of retailers. */
    listRetailerDeals: (viewer: Viewer, slug: string, paging: Paging) => {
      refuseOthers(viewer)
      refuseNonsense(slug, 'retailer')
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

    /** Ended ones as well: it stays what it was. */
    listEditionDeals: (viewer: Viewer, day: string, paging: Paging) => {
      const asked = { kind: 'edition' as const, part: day, ...paging }
      return listDeals(viewer, asked, async (db) =>
        (await isAnyPublished(db, { day })) ? { day } : undefined,
      )
    },

    /** JSON of `PlaceList`: the brands with a living deal, by name. */
    listBrands: () =>
      kept(
        'brands',
        async (db) => finishedJson(PlaceList, await countPlaces(db, 'brands')),
        'brands',
      ),

    /** JSON of a `BrandPage`, of the one that has taken its place too; throws 404 where nothing of it is out. */
    readBrand: (slug: string) => {
      refuseNonsense(slug, 'brand')
      return kept(
        `brand ${slug}`,
        async (db) => {
          const brand = await findBrand(db, slug)
          if (!brand) return
          const among = { brandId: brand.id }
          return finishedJson(BrandPage, {
            ...brand,
            figures: await readFigures(db, among),
            categories: filedUnder(await counts(db, among)),
          })
        },
        'brand',
      )
    },

    /** JSON of `CategoryTrees`: those with a living deal. */
    listCategories: () =>
      kept(
        'categories',
        async (db) => {
          const trees = categoryTrees(await counts(db))
          const pictures = await Promise.all(
            trees.map(({ slug }) =>
              findNewestPicture(db, { categories: valuesOf({ value: slug }) }),
            ),
          )
          return finishedJson(
            CategoryTrees,
            trees.map((tree, index) => ({
              ...tree,
              picture: keyOf(pictures[index]),
              placeholder: pictures[index]?.placeholder ?? null,
            })),
          )
        },
        'categories',
      ),

    /** JSON of a `CategoryPage`; throws 404 for a word that is none, or under which nothing is out. */
    readCategory: (slug: string) => {
      const category = findCategory(slug)
      if (!category) throw notFound('category')
      return kept(
        `category ${slug}`,
        async (db) => {
          const among = { categories: valuesOf(category) }
          if (!(await isAnyPublished(db, among))) return
          const all = await counts(db)
          const above = category.parent && findCategory(category.parent)
          return finishedJson(CategoryPage, {
            ...placeOf(category, all),
            figures: await readFigures(db, among),
            above: above ? placeOf(above, all) : null,
            beside: besideCategory(category, all),
            brands: await countPlaces(db, 'brands', { ...among, most: MOST_BRANDS_NAMED }),
          })
        },
        'category',
      )
    },

    /** JSON of an `EditionYear`; throws 404 for one without an edition. */
    readYear: (asked: string | undefined) =>
      kept(
        `year ${asked ?? ''}`,
        async (db) => {
          const years = await findEditionYears(db)
          const year = asked ?? years[0] ?? today().slice(0, 4)
          if (asked !== undefined && !years.includes(asked)) return
          const range = { from: `${year}-01-01`, to: `${year}-12-31` }
          const editions = await findEditionSizes(db, { ...range, of: 'editions' })
          return finishedJson(EditionYear, { year, years, editions, today: today() })
        },
        'year',
      ),

    /** JSON of an `EditionPage`; throws 404 for a day on which nothing that is out came. */
    readEdition: (day: string) =>
      kept(
        `edition ${day}`,
        async (db) => {
          const sizeOf = async (each: string | undefined) =>
            each === undefined
              ? undefined
              : (await findEditionSizes(db, { from: each, to: each, of: 'editions' }))[0]
          const size = await sizeOf(day)
          if (!size) return
          const { earlier, later } = await findNeighbours(db, day)
          return finishedJson(EditionPage, {
            day,
            size,
            figures: await readFigures(db, { day }),
            earlier: (await sizeOf(earlier)) ?? null,
            later: (await sizeOf(later)) ?? null,
            today: today(),
          })
        },
        'edition',
      ),

    /** JSON of `PlaceList`: for members, the retailers with a living deal, by name. */
    listRetailers: (viewer: Viewer) => {
      refuseOthers(viewer)
      return kept(
        'retailers',
        async (db) => finishedJson(PlaceList, await countPlaces(db, 'retailers')),
        'retailers',
      )
    },

    /** JSON of a `RetailerPage`; to whoever is no member one and the same 403, whatever is asked. */
    readRetailer: (viewer: Viewer, slug: string) => {
      refuseOthers(viewer)
      refuseNonsense(slug, 'retailer')
      return kept(
        `retailer ${slug}`,
        async (db) => {
          const retailer = await findPlace(db, 'retailers', slug)
          if (!retailer) return
          const among = { retailerId: retailer.id }
          return finishedJson(RetailerPage, {
            ...retailer,
            figures: await readFigures(db, among),
            brands: await countPlaces(db, 'brands', { ...among, most: MOST_BRANDS_NAMED }),
          })
        },
        'retailer',
      )
    },

    /** What else there is beside a deal, as this viewer may see it; counted for whoever is signed in. */
    readRelated: async (viewer: Viewer, dealId: string): Promise<Related> => {
      await countRelated(ctx, viewer)
      const isMember = viewer.class === 'member'
      const ids = await kept(
        `related ${dealId}`,
        (db) => findRelatedIds(db, dealId),
        'deal',
        ofDeals,
      )
      const elsewhere = isMember
        ? await kept(
            `elsewhere ${dealId}`,
            (db) => findElsewhereIds(db, { dealId, limit: MOST_ELSEWHERE }),
            'deal',
            ofDeals,
          )
        : []
      const { delivery } = isMember
        ? await kept(
            `delivery ${dealId}`,
            async (db) => ({ delivery: await findDelivery(db, dealId) }),
            'deal',
            ofDeals,
          )
        : {}
      const deals = await catalogue.readDeals(viewer, [
        ...new Set([...ids.ofBrand, ...ids.ofCategory, ...elsewhere]),
      ])
      const these = (some: string[]) => some.flatMap((id) => deals.get(id) ?? [])
      return {
        ofBrand: these(ids.ofBrand),
        ofCategory: these(ids.ofCategory),
        ...(isMember ? { elsewhere: these(elsewhere) } : {}),
        ...(delivery ? { delivery } : {}),
      }
    },

    /** The addresses that a sitemap tells of, besides single deals. */
    listSitemapPlaces: () =>
      ctx.reads.feed(async (db) => {
        const found = await countCategories(db)
        const newest = new Map(found.map(({ category, newestDay }) => [category, newestDay]))
        const counted = new Map(found.map(({ category, deals }) => [category ?? '', deals]))
        return {
          brands: await findBrandsForSitemap(db, MOST_BRANDS_IN_SITEMAP),
          categories: categoryTrees(counted)
            .flatMap(({ below, ...first }) => [first, ...below])
            .map(({ slug }) => ({
              slug,
              changedDay: valuesOf({ value: slug })
                .flatMap((value) => newest.get(value) ?? [])
                .toSorted()
                .at(-1),
            })),
          editions: (await findEditionSizes(db, { of: 'editions' })).map(({ day }) => day),
        }
      }),
  }
}
type Paging = { page: number; limit: number }
type Listed = Paging & { kind: 'brand' | 'category' | 'edition' | 'retailer'; part: string }
type FindAmong = (db: Database) => Promise<Among | undefined>

export type Browsing = ReturnType<typeof createBrowsing>

/** Undefined for a deal that is missing or not out. */
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

/** By this address, or the one that has taken its place. */
async function findBrand(db: Database, slug: string) {
  const brand = await findPlace(db, 'brands', slug)
  if (brand) return brand
  const next = await findSuccessor(db, slug)
  return next === undefined ? undefined : findPlace(db, 'brands', next)
}

async function readFigures(db: Database, among: Among): Promise<DealFigures> {
  const { deals, lowestPriceCents, largestSavingCents, largestPerMille, newestDay } =
    await findFigures(db, among)
  return {
    deals,
    lowestPrice: centsToDollars(lowestPriceCents),
    largestSaving: largestSavingCents ? largestSavingCents / 100 : null,
    largestDiscount: largestPerMille ? largestPerMille / 10 : null,
    newestDay,
  }
}

function refuseOthers(viewer: Viewer): void {
  if (viewer.class === 'member') return
  throw forbidden('members-only', 'Retailers are for members. Join to see who has what.')
}

function refuseNonsense(slug: string, what: string): void {
  if (slug.length > LONGEST_SLUG || /\p{Cc}/u.test(slug)) throw notFound(what)
}

function keyOf(picture: { id: string } | undefined): string | null {
  return picture ? fallbackKey(picture.id) : null
}
