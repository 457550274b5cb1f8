// A program of its own: draws share pictures, one message each. Laying out words takes a tenth of a
// second that a server has no room for, and only this process may read the drawn outlines (SVG):
// the server's own refuses every format but those of photographs.
import sharp from 'sharp'
import { drawShare, type ShareOrder } from './drawing.ts'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

export type Drawn = { jpeg: Buffer } | { failed: string }

process.on('message', async (order: ShareOrder) => {
  let drawn: Drawn
  try {
    drawn = { jpeg: await drawShare(order) }
  } catch (error) {
    drawn = { failed: String(error) }
  }
  process.send?.(drawn)
})
// Whoever asked is gone.
process.on('disconnect', () => process.exit())
