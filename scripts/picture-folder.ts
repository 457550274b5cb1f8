import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { MOST_PICTURE_BYTES } from '#app/deals/deals.facts.ts'

/** Returns a reader of pictures by name, limited to a folder and its sub-folders. */
export async function openPictureFolder(
  folder: string,
): Promise<(name: string) => Promise<Buffer | undefined>> {
  const root = await realpath(folder).catch(() => {
    throw new Error(`There is no folder ${folder} that can be read.`)
  })
  return async (name) => {
    // Resolves symbolic links first, so that none leads out of the folder.
    const file = await realpath(path.resolve(root, name)).catch(() => undefined)
    if (!file?.startsWith(root + path.sep)) return undefined
    return readStart(file)
  }
}

/** Reads up to one byte beyond the limit, which is enough to detect a picture that is too large. */
async function readStart(file: string): Promise<Buffer | undefined> {
  const isFile = (await stat(file)).isFile()
  return isFile ? buffer(createReadStream(file, { end: MOST_PICTURE_BYTES })) : undefined
}
