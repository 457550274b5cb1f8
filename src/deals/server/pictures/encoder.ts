// A program of its own: reads pictures and encodes them anew, so that a fault of a decoder is met where no
// secret and no database is, and so that the memory of pixels goes with it.
import { Problem } from '#app/server/problem.ts'
import {
  type Decoded,
  decodePicture,
  encodePicture,
  encodeThumb,
  type PictureFile,
  readLikeness,
} from './encoding.ts'

/** What is known of a picture once it is read: all but its pixels. */
export type PictureFacts = Omit<Decoded, 'pixels'>

export type EncoderOrder =
  /** Its pixels stay until its files are asked for, or it is let go. */
  | { want: 'facts'; bytes: Uint8Array }
  | { want: 'files'; id: string }
  | { want: 'thumb' | 'likeness'; bytes: Uint8Array }
  | { want: 'nothing'; id: string }

export type EncoderAnswer = PictureFacts | PictureFile[] | Uint8Array | string | undefined

/** `refused` is a reason for a person: the picture is at fault. */
export type EncoderReply = { number: number } & (
  | { answer: EncoderAnswer }
  | { refused: string }
  | { failed: string }
)

/** As often as it was asked for: the same picture may come twice at once. */
const kept = new Map<string, { decoded: Decoded; times: number }>()

process.on('message', async ({ number, order }: { number: number; order: EncoderOrder }) => {
  process.send?.({ number, ...(await carryOut(order)) } satisfies EncoderReply)
})
// Whoever asked is gone.
process.on('disconnect', () => process.exit())

async function carryOut(order: EncoderOrder) {
  try {
    return { answer: await answerTo(order) }
  } catch (error) {
    if (error instanceof Problem) return { refused: error.message }
    return { failed: String(error) }
  }
}

async function answerTo(order: EncoderOrder): Promise<EncoderAnswer> {
  switch (order.want) {
    case 'facts': {
      const decoded = await decodePicture(Buffer.from(order.bytes))
      const { pixels: _here, ...facts } = decoded
      kept.set(facts.id, { decoded, times: (kept.get(facts.id)?.times ?? 0) + 1 })
      return facts
    }
    case 'files': {
      const decoded = letGo(order.id)
      if (!decoded) throw new Error('There is no such picture here.')
      const files: PictureFile[] = []
      for await (const file of encodePicture(decoded)) files.push(file)
      return files
    }
    case 'nothing':
      letGo(order.id)
      return
    case 'thumb':
      return encodeThumb(Buffer.from(order.bytes))
    case 'likeness':
      return readLikeness(Buffer.from(order.bytes))
  }
}

function letGo(id: string): Decoded | undefined {
  const held = kept.get(id)
  if (!held) return
  held.times -= 1
  if (held.times === 0) kept.delete(id)
  return held.decoded
}
