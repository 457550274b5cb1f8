import type { Trx } from '#app/db/database.ts'
import { createDeal, type DealOutcome } from '#app/deals/server/editing/editing.ts'
import { recordObservation } from '#app/deals/server/prices/observing.ts'
import type { Candidate } from '#app/product-feeds/product-feeds.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { deleteDismissals } from './dismissals.queries.ts'
import { findCandidatesById, insertPick, type PoolRow } from './pool.queries.ts'
import { knownAmong } from './pool.ts'
import { FEED_PICTURES_QUEUE } from './queue.ts'

type Picked = {
  made: Array<{ id: number; outcome: DealOutcome; feedName: string }>
  /** Candidates that already have a deal, with that deal. */
  there: Array<{ id: number; known: NonNullable<Candidate['known']> }>
  gone: number[]
}

type Asked = { ids: number[]; isAnyway: boolean; by: string }

/**
 * Creates drafts from candidates. Skips a candidate whose link already has a deal; one whose trade number has
 * a deal is created only if `isAnyway` is set, since another shop may sell the same piece.
 */
export async function pickCandidates(
  trx: Trx,
  ctx: Pick<AppContext, 'now' | 'jobs'>,
  { ids, isAnyway, by }: Asked,
): Promise<Picked> {
  const picked: Picked = { made: [], there: [], gone: [] }
  const pieces = await findCandidatesById(trx, ids)
  const byId = new Map(pieces.map((piece) => [piece.id, piece]))
  for (const id of new Set(ids)) {
    const piece = byId.get(id)
    if (!piece) {
      picked.gone.push(id)
      continue
    }
    // Looked up each time: the candidate before may have been the same piece.
    const known = (await knownAmong(trx, [piece]))(piece)
    if (known && (known.by === 'link' || !isAnyway)) picked.there.push({ id, known })
    else {
      const outcome = await makeDraft(trx, ctx, piece, by)
      picked.made.push({ id, outcome, feedName: piece.feedName })
    }
  }
  if (picked.made.length > 0) {
    // A picked candidate is no longer dismissed.
    await deleteDismissals(
      trx,
      picked.made.map(({ id }) => id),
    )
    await ctx.jobs.send(trx, FEED_PICTURES_QUEUE, {}, { singletonKey: 'picked' })
  }
  return picked
}

async function makeDraft(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  piece: PoolRow,
  by: string,
): Promise<DealOutcome> {
  const { brandName, productName, department, category, colour, gtin, styleNumber, sizes } = piece
  const outcome = await createDeal(trx, ctx, {
    brandName,
    productName,
    department,
    category,
    colour,
    gtin,
    styleNumber,
    sizes,
    link: { url: piece.buyUrl, key: piece.buyUrlKey, domain: piece.domain },
    isPublished: false,
  })
  await recordObservation(trx, outcome.id, {
    source: 'feed',
    observedAt: ctx.now(),
    seenBy: piece.feedName,
    address: piece.buyUrl,
    wasCents: piece.wasHundredths,
    nowCents: piece.nowHundredths,
    currency: piece.currency,
    basis: piece.wasBasis ?? 'retailer',
  })
  await insertPick(trx, {
    dealId: outcome.id,
    sourceId: piece.feedId,
    sourceName: piece.feedName,
    itemKey: piece.itemKey,
    pictureUrls: piece.pictureUrls,
    pickedAt: ctx.now(),
    pickedBy: by,
  })
  return outcome
}
