import pLimit from 'p-limit'
import type { AppContext } from '#app/server/context.ts'
import { findPicture, insertPicture, noteSwept } from './pictures.queries.ts'
import { pictureFileKeys } from './pictures.rules.ts'

export type StoredPicture = {
  id: string
  /** Of the fallback JPEG, in pixels. */
  width: number
  height: number
  /** The colour shown until the picture has loaded, as #rrggbb. */
  placeholder: string
  /** By which it is known in another file (`looksTheSame`). */
  likeness: string | null
}

// Two at a time leave the process threads for everything else, and memory: pixels are large.
const limit = pLimit(2)

/**
 * Keeps a picture that somebody sent, without its metadata, in every size we serve. The same
 * picture again is recognised and costs no encoding. Throws Problem 422 `bad-picture` with a
 * reason for a person, or 507 `storage-full`.
 */
export async function storePicture(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  bytes: Buffer,
): Promise<StoredPicture> {
  return limit(async () => {
    // What reads pictures is large, and most processes of a day read none.
    const { decodePicture, encodePicture } = await import('./encoding.ts')
    const decoded = await decodePicture(bytes)
    const { id, width, height, placeholder, likeness } = decoded

    const known = await findPicture(ctx.db, id)
    if (known && (await hasEveryFile(ctx, id))) {
      if (known.likeness === null) await noteSwept(ctx.db, id, { likeness })
      return { ...known, likeness }
    }

    // The row comes last, so a crash leaves files that nobody refers to and never the reverse.
    for await (const file of encodePicture(decoded)) {
      await ctx.storage.put(file.key, file.bytes, file.contentType)
    }
    const picture = { id, width, height, placeholder, likeness }
    await insertPicture(ctx.db, picture)
    if (known) await noteSwept(ctx.db, id, { likeness, fault: null })
    return picture
  })
}

/** Of somebody's picture, small and for a look alone: nothing is kept. Throws as {@link storePicture} does. */
export async function thumbOf(bytes: Buffer): Promise<Buffer> {
  return limit(async () => (await import('./encoding.ts')).encodeThumb(bytes))
}

async function hasEveryFile({ storage }: Pick<AppContext, 'storage'>, id: string) {
  const found = await Promise.all(pictureFileKeys(id).map((key) => storage.has(key)))
  return found.every(Boolean)
}
