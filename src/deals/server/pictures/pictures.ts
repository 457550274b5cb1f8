import type { AppContext } from '#app/server/context.ts'
import { withEncoder } from './encoder-process.ts'
import { findPicture, insertPicture, noteSwept } from './pictures.queries.ts'
import { pictureFileKeys } from './pictures.rules.ts'

export type StoredPicture = {
  id: string
  /** Of the fallback JPEG, in pixels. */
  width: number
  height: number
  /** Colour shown until the picture has loaded, as #rrggbb. */
  placeholder: string
  /** Identifies the picture in other files (`looksTheSame`). */
  likeness: string | null
}

/**
 * Stores an uploaded picture in every size we serve, without its metadata. A picture that is stored already is
 * recognised and not encoded again. Throws Problem 422 `bad-picture` with a reason for people, and 507
 * `storage-full`.
 */
export async function storePicture(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  bytes: Buffer,
): Promise<StoredPicture> {
  return withEncoder(async (encoder) => {
    const { id, width, height, placeholder, likeness } = await encoder.readFacts(bytes)
    const letGo = async (error: unknown): Promise<never> => {
      await encoder.letGo(id)
      throw error
    }

    const known = await findPicture(ctx.db, id).catch(letGo)
    if (known && (await hasEveryFile(ctx, id).catch(letGo))) {
      await encoder.letGo(id)
      if (known.likeness === null) await noteSwept(ctx.db, id, { likeness })
      return { ...known, likeness }
    }

    // The row is written last, so a crash leaves unreferenced files rather than a row without files.
    for (const file of await encoder.encodeFiles(id)) {
      await ctx.storage.put(file.key, Buffer.from(file.bytes), file.contentType)
    }
    const picture = { id, width, height, placeholder, likeness }
    await insertPicture(ctx.db, picture)
    if (known) await noteSwept(ctx.db, id, { likeness, fault: null })
    return picture
  })
}

/** A thumbnail of an uploaded picture; nothing is stored. Throws like {@link storePicture}. */
export async function thumbOf(bytes: Buffer): Promise<Buffer> {
  return withEncoder((encoder) => encoder.encodeThumb(bytes))
}

async function hasEveryFile({ storage }: Pick<AppContext, 'storage'>, id: string) {
  const found = await Promise.all(pictureFileKeys(id).map((key) => storage.has(key)))
  return found.every(Boolean)
}
