import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { isNotTaken, notStored } from './not-stored.ts'
import { type PictureStorage, requirePictureKey } from './storage.ts'

const PICTURES = { what: 'pictures', setting: 'DATA_DIR' } as const

/** Picture storage in a folder, for one or more processes on one disk. */
export function createFolderStorage(folder: string): PictureStorage {
  return {
    put: async (key, bytes) => {
      const file = fileOf(folder, key)
      // Write to a temporary name first, so that readers never see a partial file.
      const unfinished = path.join(path.dirname(file), `${randomUUID()}.part`)
      try {
        await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
        await fs.writeFile(unfinished, bytes, { flush: true, mode: 0o600 })
        await fs.rename(unfinished, file)
      } catch (error) {
        await fs.rm(unfinished, { force: true }).catch(() => {})
        throw isNotTaken(error) ? notStored(error, PICTURES) : error
      }
    },

    read: async (key) => {
      const handle = await unlessMissing(fs.open(fileOf(folder, key)))
      if (!handle) return
      try {
        const { size } = await handle.stat()
        return { body: handle.createReadStream(), sizeBytes: size }
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    has: async (key) => (await unlessMissing(fs.stat(fileOf(folder, key)))) !== undefined,
  }
}

/** 256 sub-folders keep each folder small. */
function fileOf(folder: string, key: string): string {
  return path.join(folder, requirePictureKey(key).slice(0, 2), key)
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
}
