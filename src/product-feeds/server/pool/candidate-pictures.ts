import pLimit, { type LimitFunction } from 'p-limit'
import { readLinkedPicture } from '#app/deals/server/pictures/links.ts'
import { thumbOf } from '#app/deals/server/pictures/pictures.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound, Problem, unavailable } from '#app/server/problem.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { findCandidatesById } from './pool.queries.ts'

/** Concurrent requests to all shops, and to one: browsing a feed must not flood its shop. */
const AT_ONCE = 6
const AT_ONCE_OF_ONE_SHOP = 2
const MOST_WAITING = 120
const LONGEST_WAIT_MS = 5000
/** How many thumbnails are kept; each takes some 6 KB. */
const MOST_KEPT = 1500
/** How long a missing picture is not requested again. */
const MISSING_FOR_MS = 10 * MINUTE_MS

type Kept = { thumb: Promise<Buffer>; missingUntil: number | undefined }

/**
 * Serves thumbnails of candidates' first pictures: fetched from the shop on demand, re-encoded and cached in
 * memory. So unpicked pictures are never stored, and our browsers never contact a shop. Throws 404 if a
 * picture cannot be had, and 503 while too many requests wait.
 */
export function createCandidatePictures(ctx: Pick<AppContext, 'db' | 'fetchOutside' | 'now'>) {
  const kept = new Map<string, Kept>()
  const ofAll = pLimit(AT_ONCE)
  const ofShops = new Map<string, LimitFunction>()
  let waiting = 0

  async function fetchThumb(address: string): Promise<Buffer> {
    const host = URL.parse(address)?.hostname ?? ''
    const ofShop = ofShops.get(host) ?? pLimit(AT_ONCE_OF_ONE_SHOP)
    ofShops.set(host, ofShop)
    waiting += 1
    try {
      const bytes = await ofShop(() =>
        ofAll(() => readLinkedPicture(ctx, address, LONGEST_WAIT_MS)),
      )
      return await thumbOf(bytes)
    } finally {
      waiting -= 1
      if (ofShop.activeCount + ofShop.pendingCount === 0) ofShops.delete(host)
    }
  }

  function keep(address: string): Promise<Buffer> {
    const known = kept.get(address)
    const isOver = known?.missingUntil !== undefined && known.missingUntil <= ctx.now().getTime()
    if (known && !isOver) {
      kept.delete(address)
      kept.set(address, known)
      return known.thumb
    }
    if (waiting >= MOST_WAITING) throw unavailable('Too many pictures are on their way.', 5)
    const each: Kept = { thumb: fetchThumb(address), missingUntil: undefined }
    kept.delete(address)
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(address, each)
    each.thumb.catch(() => {
      each.missingUntil = ctx.now().getTime() + MISSING_FOR_MS
    })
    return each.thumb
  }

  return async (candidateId: number): Promise<Buffer> => {
    const [piece] = await findCandidatesById(ctx.db, [candidateId])
    const [address] = piece?.pictureUrls ?? []
    if (address === undefined) throw notFound('picture')
    try {
      return await keep(address)
    } catch (error) {
      if (error instanceof Problem && error.status === 422) throw notFound('picture')
      throw error
    }
  }
}
