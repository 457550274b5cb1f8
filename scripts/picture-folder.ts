import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { MOST_PICTURE_BYTES } from '#app/deals/deals.facts.ts'

/** Reads pictures by name from a folder and its sub-folders, and nothing outside of it. */
export async function openPictureFolder(
  folder: string,
): Promise<(name: string) => Promise<Buffer | undefined>> {
  const root = await realpath(folder).catch(() => {
    throw new Error(`There is no folder ${folder} that can be read.`)
  })
  return async (name) => {
    // Symbolic links are followed first, so that none of them leads out of the folder.
    const file = await realpath(path.resolve(root, name)).catch(() => undefined)
    if (!file?.startsWith(root + path.sep)) return undefined
    return readStart(file)
  }
}

/** One byte past the largest picture we take is enough to see that one is too large. */
async function readStart(file: string): Promise<Buffer | undefined> {
  const isFile = (await stat(file)).isFile()
  return isFile ? buffer(createReadStream(file, { end: MOST_PICTURE_BYTES })) : undefined
}
