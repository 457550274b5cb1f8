import { openPictureArchive } from '#app/deals/server/pictures/archive.ts'
import { createLinkReader, isPictureLink } from '#app/deals/server/pictures/links.ts'
import { findPicture } from '#app/deals/server/pictures/pictures.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import type { ReadPicture } from './import-pictures.ts'

export type PictureSources = {
  /** Keys of stored pictures by the names that the sheet may have for them. */
  keys: Map<string, string>
  /** Where a zip of pictures lies; undefined when none was given. */
  archivePath: string | undefined
}

type Composed = { readPicture: ReadPicture; close: () => Promise<void> }

const STORED_KEY = /^(?:ndc-images\/)?([0-9a-f]{32})(?:\.jpg)?$/

/**
 * Where an upload's pictures come from: those that are stored already, the zip, and links. Throws a
 * Problem 422 `bad-archive`.
 */
export async function composePictures(
  ctx: Pick<AppContext, 'db' | 'fetchOutside' | 'now'>,
  { keys, archivePath }: PictureSources,
): Promise<Composed> {
  const byFoldedName = new Map([...keys].map(([name, key]) => [foldFileName(name), key]))
  const archive = archivePath === undefined ? undefined : await openPictureArchive(archivePath)

  const readLink = createLinkReader(ctx)

  async function findStored(name: string) {
    const key =
      keys.get(name) ?? (isPictureLink(name) ? undefined : byFoldedName.get(foldFileName(name)))
    const id = STORED_KEY.exec(key ?? '')?.[1]
    return id === undefined ? undefined : findPicture(ctx.db, id)
  }

  return {
    readPicture: async (name) => {
      const stored = await findStored(name)
      if (stored) return { id: stored.id }
      return isPictureLink(name) ? readLink(name) : archive?.read(name)
    },
    close: async () => archive?.close(),
  }
}

/** People name folders and write endings in capitals; what tells pictures apart is the rest. */
function foldFileName(name: string): string {
  const [last = name] = name.replaceAll('\\', '/').split('/').slice(-1)
  return last.normalize('NFC').toLowerCase()
}
