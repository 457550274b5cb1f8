import type { Catalogue } from '#app/deals/server/deals.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import type { FrontPage } from '#app/marketing/marketing.contract.ts'
import { WORDMARK_BRANDS } from '#app/marketing/wordmarks.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { findTestimonials, insertTestimonials, type NewTestimonial } from './marketing.queries.ts'

/** What the front page shows besides deals; samples only where the configuration allows it. */
export async function readFrontPage(ctx: AppContext, catalogue: Catalogue): Promise<FrontPage> {
  const withSamples = ctx.config.showSampleClaims
  const brands = new Set(await catalogue.listBrands(WORDMARK_BRANDS))
  const rows = await findTestimonials(ctx.db, { withSamples })
  return {
    brands: WORDMARK_BRANDS.filter((brand) => brands.has(brand)),
    testimonials: rows.map(({ pictureId, placeholder, ...words }) => ({
      ...words,
      image: pictureId && fallbackKey(pictureId),
      imagePlaceholder: placeholder,
    })),
  }
}

export async function addTestimonials(
  ctx: Pick<AppContext, 'db'>,
  testimonials: NewTestimonial[],
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await insertTestimonials(trx, testimonials)
    // Announcing deals drops the cached answers.
    await announce(trx, 'deals')
  })
}
