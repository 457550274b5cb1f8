import type { LinkSources } from '#app/links/links.facts.ts'
import { pasteAsRead } from '#app/links/server/pasting.ts'
import type { AppContext } from '#app/server/context.ts'
import { findSamplePieces } from './demo.queries.ts'

/** Skips the pieces that tomorrow’s edition is modelled on. */
const PASSED_OVER = 30
const LINKS = 9
const CURATOR = 'Camille, a curator'

/**
 * Leaves a paste of links half done: drafts to be made, one link that exists already, one whose shop refuses.
 */
export async function pasteSomeLinks(ctx: AppContext): Promise<void> {
  const pieces = (await findSamplePieces(ctx.db, { limit: PASSED_OVER + LINKS })).slice(PASSED_OVER)
  const pages = pieces.map((piece, index) => {
    const isThere = index === 2
    const isRefused = index === 5
    const { brandName, category, department, colour, pictureId, buyUrl } = piece
    const url = isThere ? buyUrl : new URL(`/new/resort-${index + 1}`, buyUrl).href
    const draft = {
      brandName,
      productName: isThere ? piece.productName : `${piece.productName}, resort`,
      salePrice: ((piece.salePriceCents ?? 0) / 100).toFixed(2),
      ...(piece.originalPriceCents !== null && {
        originalPrice: (piece.originalPriceCents / 100).toFixed(2),
        basis: 'retailer',
      }),
      currency: 'USD',
      ...(category && { category }),
      ...(department && { department }),
      ...(colour && { colour }),
    }
    const sources: LinkSources = {
      brandName: 'json-ld',
      productName: 'json-ld',
      salePrice: 'json-ld',
      originalPrice: 'json-ld',
      currency: 'json-ld',
      category: 'guess',
    }
    return isRefused
      ? { url, draft: {}, sources: {}, picture: null, answer: 'refused' as const }
      : { url, draft, sources, picture: pictureId, answer: null }
  })
  await ctx.db.transaction().execute((trx) => pasteAsRead(trx, ctx, pages, CURATOR))
}
