// Entry point of a separate process that draws share images, one per message. Layout takes a tenth of a second
// that would block the server, and only this process may decode SVG, the format of the drawn outlines: the
// server itself accepts only the formats of photographs.
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
// The parent process has ended.
process.on('disconnect', () => process.exit())
