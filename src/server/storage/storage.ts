import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#app/server/config/config.ts'
import { Problem } from '#app/server/problem.ts'

/**
 * Where picture files live: a folder, or a bucket. Keys are made by the server, never by a user.
 */
export type PictureStorage = {
  /** Writes a whole file or nothing; writing the same key again is harmless. */
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  /** Undefined when there is no such file. */
  read: (key: string) => Promise<{ body: Readable; sizeBytes: number } | undefined>
  has: (key: string) => Promise<boolean>
}

/** The only names a picture file has. Whatever reaches a disk or a bucket has passed this. */
export const PICTURE_KEY = /^[0-9a-f]{32}(-(320|640|960)\.(avif|webp)|\.jpg)$/

/** Pictures go to the bucket when one is configured, else to a folder in `dataDir`. */
export async function createStorage(
  { s3 }: Config['pictures'],
  dataDir: string,
): Promise<PictureStorage> {
  if (!s3) return createFolderStorage(path.join(dataDir, 'pictures'))
  // Its client is large: only those who use a bucket load it.
  const { createBucketStorage } = await import('./bucket.ts')
  return createBucketStorage(s3)
}

function createFolderStorage(folder: string): PictureStorage {
  return {
    put: async (key, bytes) => {
      const file = fileOf(folder, key)
      // Readers look for the key only, so they never see half a file.
      const unfinished = path.join(path.dirname(file), `${randomUUID()}.part`)
      try {
        await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
        await fs.writeFile(unfinished, bytes, { flush: true, mode: 0o600 })
        await fs.rename(unfinished, file)
      } catch (error) {
        await fs.rm(unfinished, { force: true })
        throw isFull(error) ? storageFull() : error
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

/** 256 sub-folders keep each one small enough for any file system. */
function fileOf(folder: string, key: string): string {
  return path.join(folder, checkedKey(key).slice(0, 2), key)
}

/**
 * Throws on any other name: it would be a bug of ours, and must not reach the disk or the bucket.
 */
export function checkedKey(key: string): string {
  if (!PICTURE_KEY.test(key)) throw new Error(`Not the key of a picture: ${JSON.stringify(key)}`)
  return key
}

/** The answer when there is no room for another picture; reading goes on. */
export function storageFull(): Problem {
  return new Problem(507, 'storage-full', 'There is no room left for pictures.')
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
}
