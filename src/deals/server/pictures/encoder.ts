// Entry point of a separate process that decodes and encodes pictures: an exploited decoder finds neither
// secrets nor the database, and the memory of pixels is freed when the process ends.
import { Problem } from '#app/server/problem.ts'
import {
  type Decoded,
  decodePicture,
  encodePicture,
  encodeThumb,
  type PictureFile,
  readLikeness,
} from './encoding.ts'

/** What is known about a decoded picture, without its pixels. */
export type PictureFacts = Omit<Decoded, 'pixels'>

export type EncoderOrder =
  /** Keeps the pixels until `files` or `nothing` is requested. */
  | { want: 'facts'; bytes: Uint8Array }
  | { want: 'files'; id: string }
  | { want: 'thumb' | 'likeness'; bytes: Uint8Array }
  | { want: 'nothing'; id: string }

export type EncoderAnswer = PictureFacts | PictureFile[] | Uint8Array | string | undefined

/** `refused` is a reason for people: the picture is at fault. */
export type EncoderReply = { number: number } & (
  | { answer: EncoderAnswer }
  | { refused: string }
  | { failed: string }
)

/** Reference-counted, because the same picture may be requested twice concurrently. */
const kept = new Map<string, { decoded: Decoded; times: number }>()

process.on('message', async ({ number, order }: { number: number; order: EncoderOrder }) => {
  process.send?.({ number, ...(await carryOut(order)) } satisfies EncoderReply)
})
// The parent process has ended.
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
