import type { Catalogue } from '#app/deals/server/deals.ts'
import type { AppContext } from '#app/server/context.ts'
import { createBesideDeal } from './beside-deal.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { createListing } from './listing.ts'
import { createPlaces } from './places.ts'

/**
 * The catalogue by brand, category, edition and retailer. It is the same for everybody, except retailers, which
 * are for members; the deals themselves are listed by the catalogue.
 */
export function createBrowsing(ctx: AppContext, catalogue: Pick<Catalogue, 'readDeals'>) {
  const kept = createKeptAnswers(ctx, 'browsing')
  return {
    ...createPlaces(ctx, kept),
    ...createListing(ctx, catalogue, kept),
    ...createBesideDeal(ctx, catalogue),
  }
}

export type Browsing = ReturnType<typeof createBrowsing>
