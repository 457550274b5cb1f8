import type { Readable } from 'node:stream'

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

/**
 * Throws on any other name: it would be a bug of ours, and must not reach the disk or the bucket.
 */
export function requirePictureKey(key: string): string {
  if (!PICTURE_KEY.test(key)) throw new Error(`Not the key of a picture: ${JSON.stringify(key)}`)
  return key
}
