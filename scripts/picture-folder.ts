import { open, realpath } from 'node:fs/promises'
import path from 'node:path'

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
    return readWhole(file)
  }
}

/** Past any picture we take; what is longer is refused by its size without being read. */
const MAX_BYTES = 8 * 1024 * 1024 + 1

async function readWhole(file: string): Promise<Buffer | undefined> {
  const handle = await open(file).catch(() => undefined)
  try {
    if (!(await handle?.stat())?.isFile()) return undefined
    const bytes = Buffer.alloc(Math.min((await handle?.stat())?.size ?? 0, MAX_BYTES))
    await handle?.read(bytes, 0, bytes.length, 0)
    return bytes
  } finally {
    await handle?.close()
  }
}
