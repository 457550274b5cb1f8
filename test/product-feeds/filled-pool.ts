import { insertFeed } from '#app/product-feeds/server/feeds/feeds.queries.ts'
import {
  insertPieces,
  insertRun,
  letRunCount,
  updateRun,
} from '#app/product-feeds/server/feeds/runs.queries.ts'
import type { FeedPiece } from '#app/product-feeds/server/reading/piece.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { foldName } from '#app/shared/names.ts'

/** Returns a piece as a feed lists it. */
export function poolPiece(productName: string, more: Partial<FeedPiece> = {}): FeedPiece {
  const slug = foldName(productName).replaceAll(' ', '-')
  const { brandName = 'Maison Test' } = more
  return {
    ...{ itemKey: slug, rowNumber: 2, brandName, brandKey: foldName(brandName), productName },
    ...{ buyUrl: `https://shop.example/${slug}`, buyUrlKey: `shop.example/${slug}` },
    ...{ domain: 'shop.example', pictureUrls: [], department: null, category: null, colour: null },
    ...{ kindWords: '', gtin: null, styleNumber: null, sizes: [], sizeKeys: [], currency: 'USD' },
    ...{ nowHundredths: 45_000, wasHundredths: null, wasBasis: null, offPerMille: null },
    isInStock: true,
    words: foldName(`${brandName} ${productName}`).split(' ').map(singular),
    ...more,
  }
}

const singular = (word: string) => (word.length > 4 ? word.replace(/s$/, '') : word)

/** Fills a new or existing feed with these pieces, as if from its last reading. Returns its id. */
export async function fillPool(
  { ctx }: { ctx: AppContext },
  name: string,
  pieces: FeedPiece[],
  feedId?: string,
): Promise<string> {
  const now = ctx.now()
  const sourceId = feedId ?? newId()
  await ctx.db.transaction().execute(async (trx) => {
    const feed = { id: sourceId, name, currency: 'USD', createdAt: now, createdBy: null }
    if (!feedId) await insertFeed(trx, { ...feed, address: null })
    const runId = await insertRun(trx, {
      ...{ sourceId, askedBy: null, state: 'reading', startedAt: now, heardAt: now },
    })
    if (runId === undefined) throw new Error('A run is under way.')
    const earlier = await trx
      .selectFrom('feedSources')
      .select('currentRunId')
      .where('id', '=', sourceId)
      .executeTakeFirstOrThrow()
    const json = JSON.stringify(pieces)
    await insertPieces(trx, { runId, sourceId, earlierRunId: earlier.currentRunId, json, now })
    await updateRun(trx, runId, { state: 'done', endedAt: now, pieces: pieces.length })
    await letRunCount(trx, sourceId, runId)
  })
  return sourceId
}
