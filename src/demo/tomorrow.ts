import { type PublicFacts, suggestAlternative } from '#app/deals/editing/alternative-text.copy.ts'
import { createDeal } from '#app/deals/server/editing/editing.ts'
import { putIntoEdition, scheduleEdition } from '#app/deals/server/planning/planning.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { addDays, businessDay, DAY_MS, momentsAt } from '#app/shared/dates.ts'
import { findSamplePieces } from './demo.queries.ts'

/** Modelled on pieces of the demo: the next colour, another season. */
const PIECES = 26
/** The first of the pieces are in the edition, and the first of those are scheduled. */
const IN_EDITION = 16
const SCHEDULED = 9
/** From this piece on each lacks one of the gaps, in turn. */
const FIRST_WITH_GAP = 12
const GAPS = ['picture', 'category', 'basis', 'name'] as const
const CURATOR = 'Camille, a curator'

/** Most pictures have an alternative text; a missing one is a further gap. */
function told(piece: PublicFacts, pictureId: string, index: number) {
  const note = { alternative: suggestAlternative(piece), focus: null, isKept: false }
  return {
    cardPictureId: pictureId,
    ...(index % 4 === 3 ? {} : { pictureNotes: { [pictureId]: note } }),
  }
}

/** Leaves tomorrow’s edition half prepared: some deals scheduled, some not, and incomplete drafts beside it. */
export async function prepareTomorrow(ctx: AppContext): Promise<void> {
  const pieces = await findSamplePieces(ctx.db, { limit: PIECES })
  const day = addDays(businessDay(ctx.now()), 1)
  const [seven] = momentsAt(day, '07:00')
  // Created a day earlier, so that the catalogue's own deals stay first in the list.
  const then = { now: () => new Date(ctx.now().getTime() - DAY_MS) }
  await ctx.db.transaction().execute(async (trx) => {
    const ids: string[] = []
    for (const [index, piece] of pieces.entries()) {
      const gap = index < FIRST_WITH_GAP ? undefined : GAPS[(index - FIRST_WITH_GAP) % GAPS.length]
      const { pictureId, brandName, category, ...rest } = piece
      const url = new URL(`/new/${newId()}`, rest.buyUrl)
      const { id } = await createDeal(trx, then, {
        link: { url: url.href, key: url.href, domain: url.hostname },
        brandName,
        productName: gap === 'name' ? '' : `${rest.productName}, new season`,
        originalPriceCents: rest.originalPriceCents,
        salePriceCents: rest.salePriceCents,
        department: rest.department,
        colour: rest.colour,
        category: gap === 'category' ? null : category,
        priceBasis: gap === 'basis' ? 'unknown' : 'retailer',
        isPreview: index < 3,
        ...(gap === 'picture' || pictureId === null ? {} : told(piece, pictureId, index)),
        seenBy: CURATOR,
        ...(index % 3 === 0
          ? { sighting: { address: url.href, seenOn: businessDay(then.now()) } }
          : {}),
      })
      ids.push(id)
    }
    await putIntoEdition(trx, ctx, day, { ids: ids.slice(0, IN_EDITION), by: CURATOR })
    if (!seven) return
    await scheduleEdition(trx, ctx, day, { ids: ids.slice(0, SCHEDULED), at: seven, by: CURATOR })
  })
}
