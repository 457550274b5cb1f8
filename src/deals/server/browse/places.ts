import type { Database } from '#app/db/database.ts'
import {
  BrandPage,
  CategoryPage,
  CategoryTrees,
  type DealFigures,
  EditionPage,
  EditionYear,
  PlaceList,
  RetailerPage,
} from '#app/deals/browse.contract.ts'
import { MOST_BRANDS_NAMED } from '#app/deals/deals.facts.ts'
import { findEditionSizes } from '#app/deals/server/feed/feed.queries.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { finishedJson } from '#app/server/http/packed.ts'
import { notFound } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { centsToDollars } from '#app/shared/money.ts'
import { findBrandOrSuccessor, requireMember, requireSlug } from './asked-place.ts'
import {
  type Among,
  countCategories,
  countPlaces,
  findEditionYears,
  findFigures,
  findNeighbours,
  findNewestPicture,
  findPlace,
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
import type { Kept } from './kept-answers.ts'

/** Brands, categories, editions and retailers: the lists of them, and each one's figures and neighbours. */
export function createPlaces(ctx: AppContext, kept: Kept) {
  const today = () => businessDay(ctx.now())

  async function counts(db: Database, among: Among = {}) {
    const found = await countCategories(db, among)
    return new Map(found.map(({ category, deals }) => [category ?? '', deals]))
  }

  return {
    /** JSON of `PlaceList`: the brands with a living deal, by name. */
    listBrands: () =>
      kept(
        'brands',
        async (db) => finishedJson(PlaceList, await countPlaces(db, 'brands')),
        'brands',
      ),

    /** JSON of a `BrandPage`, or of the brand that replaced it; throws 404 when it has no published deal. */
    readBrand: (slug: string) => {
      requireSlug(slug, 'brand')
      return kept(
        `brand ${slug}`,
        async (db) => {
          const brand = await findBrandOrSuccessor(db, slug)
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

    /** JSON of `CategoryTrees`: the categories with a living deal. */
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

    /** JSON of a `CategoryPage`; throws 404 when unknown or without a published deal. */
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

    /** JSON of an `EditionYear`; throws 404 for a year without an edition. */
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

    /** JSON of an `EditionPage`; throws 404 for a day whose edition has no published deal. */
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

    /** JSON of `PlaceList`: the retailers with a living deal, by name. For members only. */
    listRetailers: (viewer: Viewer) => {
      requireMember(viewer)
      return kept(
        'retailers',
        async (db) => finishedJson(PlaceList, await countPlaces(db, 'retailers')),
        'retailers',
      )
    },

    /** JSON of a `RetailerPage`; throws the same 403 to every non-member, whatever the slug. */
    readRetailer: (viewer: Viewer, slug: string) => {
      requireMember(viewer)
      requireSlug(slug, 'retailer')
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
  }
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

function keyOf(picture: { id: string } | undefined): string | null {
  return picture ? fallbackKey(picture.id) : null
}
