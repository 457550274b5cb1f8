import { MOST_BRANDS_IN_SITEMAP } from '#app/deals/deals.facts.ts'
import { findEditionSizes } from '#app/deals/server/feed/feed.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { countCategories, findBrandsForSitemap } from './browse.queries.ts'
import { categoryTrees, valuesOf } from './categories.rules.ts'

/** The pages of a sitemap other than those of single deals. */
export function listSitemapPlaces(ctx: AppContext) {
  return ctx.reads.feed(async (db) => {
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
  })
}
