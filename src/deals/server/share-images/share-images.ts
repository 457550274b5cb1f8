import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { tooManyRequests, unavailable } from '#app/server/problem.ts'
import { createDrawer } from './drawer-process.ts'
import type { ShareOrder } from './drawing.ts'
import { createDrawnFiles } from './drawn-files.ts'
import { type ShareCopy, shareCopy } from './words.copy.ts'

/** Part of every key: raise it when the drawing changes. */
const DRAWING_VERSION = 1
/** About ten megabytes. */
const MOST_KEPT = 200
/** Queue length: about as many as can be drawn while somebody is willing to wait. */
const MOST_WAITING = 12
/** Drawn or waiting per network, so that one network leaves room for others. */
const MOST_OF_ONE_NETWORK = 4

export type ShareImage = {
  /** Hash of the content: the same words and picture have the same key. */
  key: string
  /** Throws 429 when this network has too many in the queue, 503 when the queue is full or drawing failed. */
  draw: (network: string) => Promise<Buffer>
}

/**
 * Open Graph images: drawn on demand, only from what a visitor sees of a deal. Cached on disk, and the most
 * recently requested in memory (LRU).
 */
export function createShareImages(ctx: Pick<AppContext, 'config' | 'storage' | 'log' | 'now'>) {
  const { name, shortName } = ctx.config.club
  const club = { name, shortName }
  const drawer = createDrawer()
  const files = createDrawnFiles(ctx)
  const ofNetworks = new Map<string, number>()
  // One at a time, so that drawing never takes a second core.
  const limit = pLimit(1)
  const kept = new Map<string, Promise<Buffer>>()

  function keep(key: string, network: string, order: () => Promise<ShareOrder>): Promise<Buffer> {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const drawn = findOrDraw(key, network, order)
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, drawn)
    drawn.catch(() => kept.get(key) === drawn && kept.delete(key))
    return drawn
  }

  async function findOrDraw(key: string, network: string, order: () => Promise<ShareOrder>) {
    const found = await files.read(key)
    if (found) return found
    const others = ofNetworks.get(network) ?? 0
    if (others >= MOST_OF_ONE_NETWORK) throw tooManyRequests(BUSY, 10)
    if (limit.pendingCount >= MOST_WAITING) throw unavailable(BUSY, 10)
    ofNetworks.set(network, others + 1)
    try {
      const jpeg = await limit(() => draw(order))
      await files.write(key, jpeg)
      return jpeg
    } finally {
      const left = (ofNetworks.get(network) ?? 1) - 1
      if (left > 0) ofNetworks.set(network, left)
      else ofNetworks.delete(network)
    }
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

  async function orderOf(words: ShareCopy, { key, focus }: Shown): Promise<ShareOrder> {
    const file = key === undefined ? undefined : await ctx.storage.read(key)
    return { club, words, picture: file && (await buffer(file.body)), focus }
  }

  return {
    stop: drawer.stop,

    /** The image of a deal as a visitor sees it. */
    ofDeal: (teaser: Deal): ShareImage => {
      const words = shareCopy(teaser)
      const picture = teaser.dealCardImageUrl ?? teaser.images[0]
      const focus = picture && teaser.pictureNotes?.[picture]?.focus
      const shown = { key: picture, focus: focus || undefined }
      const key = keyOf([club, words, picture, ...(focus ? [focus] : [])])
      return { key, draw: (network) => keep(key, network, () => orderOf(words, shown)) }
    },

    ofSite: (): ShareImage => {
      const key = keyOf([club])
      return { key, draw: (network) => keep(key, network, async () => ({ club })) }
    },
  }
}

type Shown = { key: string | undefined; focus: ShareOrder['focus'] }

const BUSY = 'Too many pictures are being drawn just now.'

function keyOf(content: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, ...content]))
    .digest('hex')
    .slice(0, 32)
}
