import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PICTURES_FOLDER } from './manifest.ts'

// Backups are readable by the operator only.
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** Writes a file and syncs it to disk; returns its checksum and size. */
export async function writeHashed(
  file: string,
  source: Iterable<string> | AsyncIterable<string | Uint8Array>,
  ...through: Transform[]
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const written = createWriteStream(file, { mode: FILE_MODE, flush: true })
  await pipeline([Readable.from(source), ...through, hashing, written])
  return { sha256: hash.digest('hex'), bytes }
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Stores a picture atomically in the pictures folder next to the backups. */
export async function keepPicture(
  place: string,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; bytes: number }> {
  const file = keptPicture(place, key)
  await fs.mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE })
  const unfinished = path.join(path.dirname(file), `${randomUUID()}.part`)
  try {
    const written = await writeHashed(unfinished, body)
    await fs.rename(unfinished, file)
    return written
  } catch (error) {
    await fs.rm(unfinished, { force: true })
    throw error
  }
}

/** Path of a picture in a backup place: in sub-folders by its first two letters, to keep them small. */
export function keptPicture(place: string, key: string): string {
  return path.join(place, PICTURES_FOLDER, key.slice(0, 2), key)
}

const CONTENT_TYPES: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp' }

export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[path.extname(key)] ?? 'image/jpeg'
}

export async function sizeOf(file: string): Promise<number | undefined> {
  const stats = await fs.stat(file).catch(() => undefined)
  return stats?.isFile() ? stats.size : undefined
}

/** A new file name is durable only once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
