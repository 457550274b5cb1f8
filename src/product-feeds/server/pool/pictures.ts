import { looksTheSame } from '#app/deals/editing/picture-notes.facts.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { updateDeal } from '#app/deals/server/editing/editing.ts'
import { readLinkedPicture } from '#app/deals/server/pictures/links.ts'
import { type StoredPicture, storePicture } from '#app/deals/server/pictures/pictures.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { Problem } from '#app/server/problem.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { findPicksWithoutPictures, markPictured } from './pool.queries.ts'

const AT_ONCE = 20

/** Gives picked drafts the pictures of their feed, unless somebody has added others meanwhile. */
export const feedPicturesQueue: Queue = {
  longestSeconds: HOUR_MS / 1000,
  work: async (ctx) => {
    for (;;) {
      const picks = await findPicksWithoutPictures(ctx.db, AT_ONCE)
      for (const pick of picks) {
        if (ctx.isDraining()) throw new Error('Pictures of picked drafts are left for later.')
        await givePictures(ctx, pick)
      }
      if (picks.length < AT_ONCE) return
    }
  },
}

type WithoutPictures = { dealId: string; pictureUrls: string[] }

async function givePictures(ctx: AppContext, { dealId, pictureUrls }: WithoutPictures) {
  const pictures: StoredPicture[] = []
  for (const url of pictureUrls) {
    const picture = await pictureAt(ctx, url)
    // Feeds list the same picture in several sizes.
    const isThere = pictures.some(
      ({ id, likeness }) => id === picture?.id || looksTheSame(likeness, picture?.likeness ?? null),
    )
    if (picture && !isThere) pictures.push(picture)
  }
  await ctx.db.transaction().execute(async (trx) => {
    const deal = (await findManagedDeals(trx, [dealId])).get(dealId)
    const [cardPictureId, ...pictureIds] = pictures.map(({ id }) => id)
    const hasOne = !deal || deal.dealCardImageUrl !== null || deal.images.length > 0
    if (cardPictureId !== undefined && !hasOne) {
      await updateDeal(trx, ctx, dealId, { cardPictureId, pictureIds })
    }
    await markPictured(trx, dealId, ctx.now())
  })
}

/** Fetches and stores a picture; returns undefined if that fails, and the draft then has none. */
async function pictureAt(ctx: AppContext, url: string): Promise<StoredPicture | undefined> {
  try {
    return await storePicture(ctx, await readLinkedPicture(ctx, url))
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return
    throw error
  }
}
