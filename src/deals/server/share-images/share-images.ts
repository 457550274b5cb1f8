import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { unavailable } from '#app/server/problem.ts'
import { createDrawer } from './drawer-process.ts'
import type { ShareOrder } from './drawing.ts'
import { type ShareCopy, shareCopy } from './words.copy.ts'

/** Part of every key: raise it when the drawing changes. */
const DRAWING_VERSION = 1
/** Some ten megabytes. */
const MOST_KEPT = 200
/** Queue length: about as many as are drawn while somebody is willing to wait. */
const MOST_WAITING = 8

export type ShareImage = {
  /** Names the content: the same words and picture have the same key. */
  key: string
  /** Throws 503 when too many are waiting to be drawn, or it could not be drawn just now. */
  draw: () => Promise<Buffer>
}

/**
 * Open Graph images: drawn on demand and cached (LRU), from what a visitor sees of a deal and nothing
 * else.
 */
export function createShareImages(ctx: Pick<AppContext, 'config' | 'storage' | 'log'>) {
  const { name, shortName } = ctx.config.club
  const club = { name, shortName }
  const drawer = createDrawer()
  // One at a time, so that drawing never takes a second core.
  const limit = pLimit(1)
  const kept = new Map<string, Promise<Buffer>>()

  function keep(key: string, order: () => Promise<ShareOrder>): Promise<Buffer> {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const drawn = limit.pendingCount < MOST_WAITING ? limit(() => draw(order)) : refuse()
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, drawn)
    drawn.catch(() => kept.get(key) === drawn && kept.delete(key))
    return drawn
  }

  async function draw(order: () => Promise<ShareOrder>): Promise<Buffer> {
    const ready = await order()
    try {
      return await drawer.draw(ready)
    } catch (error) {
      ctx.log.warn({ err: error }, 'a share picture could not be drawn')
      throw unavailable('The picture could not be drawn just now.', 30)
    }
  }

  async function orderOf(words: ShareCopy, pictureKey: string | undefined): Promise<ShareOrder> {
    const file = pictureKey === undefined ? undefined : await ctx.storage.read(pictureKey)
    return { club, words, picture: file && (await buffer(file.body)) }
  }

  return {
    stop: drawer.stop,

    /** Of a deal as a visitor sees it. */
    ofDeal: (teaser: Deal): ShareImage => {
      const words = shareCopy(teaser)
      const pictureKey = teaser.dealCardImageUrl ?? teaser.images[0]
      const key = keyOf([club, words, pictureKey])
      return { key, draw: () => keep(key, () => orderOf(words, pictureKey)) }
    },

    ofSite: (): ShareImage => {
      const key = keyOf([club])
      return { key, draw: () => keep(key, async () => ({ club })) }
    },
  }
}

async function refuse(): Promise<never> {
  throw unavailable('Too many pictures are being drawn just now.', 10)
}

function keyOf(content: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, ...content]))
    .digest('hex')
    .slice(0, 32)
}
