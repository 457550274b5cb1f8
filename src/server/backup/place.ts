import fs from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#app/shared/dates.ts'
import { forEachAtOnce } from './at-once.ts'
import { hashFile, sizeOf } from './files.ts'
import {
  MANIFEST_FILE,
  Manifest,
  type OnProgress,
  PICTURE_SUMS_FILE,
  PICTURES_FOLDER,
  pictureFile,
  readSums,
  SUMS_FILE,
} from './manifest.ts'

/** Whole backups of a place by the names of their folders, the newest last. */
export async function listBackups(place: string): Promise<string[]> {
  const entries = await fs.readdir(place, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.endsWith('.part')) continue
    if ((await sizeOf(path.join(place, entry.name, SUMS_FILE))) !== undefined)
      found.push(entry.name)
  }
  return found.toSorted()
}

/** The folder of a backup: the newest of a place, or the one that is named itself. */
export async function findBackup(place: string): Promise<string> {
  if ((await sizeOf(path.join(place, MANIFEST_FILE))) !== undefined) return path.resolve(place)
  const newest = (await listBackups(place)).at(-1)
  if (!newest) throw new Error(`There is no backup in ${place}.`)
  return path.resolve(place, newest)
}

export type ReadBackup = {
  folder: string
  /** Where its pictures are. */
  place: string
  manifest: Manifest
  pictureKeys: string[]
}

/** Reads a backup whole and compares every file with its checksum; throws when one is not as it was written. */
export async function verifyBackup(folder: string, onProgress: OnProgress): Promise<ReadBackup> {
  const sums = readSums(await fs.readFile(path.join(folder, SUMS_FILE), 'utf8'))
  const manifest = await readManifest(folder)
  if (!sums.has(MANIFEST_FILE) || !sums.has(PICTURE_SUMS_FILE)) {
    throw new Error(`The backup in ${folder} is not whole.`)
  }
  const pictures = readSums(await fs.readFile(path.join(folder, PICTURE_SUMS_FILE), 'utf8'))
  const all = [...sums, ...pictures]
  const wrong: string[] = []
  let done = 0
  await forEachAtOnce(all, async ([name, sum]) => {
    const found = await hashFile(path.join(folder, name)).catch(() => 'missing')
    if (found !== sum) wrong.push(`${name} (${found === 'missing' ? 'missing' : 'damaged'})`)
    done += 1
    onProgress({ doing: 'checking the backup', done, of: all.length })
  })
  if (wrong.length > 0) {
    const more = wrong.length > 10 ? ` and ${wrong.length - 10} more` : ''
    throw new Error(
      `The backup in ${folder} is damaged: ${wrong.toSorted().slice(0, 10).join(', ')}${more}.`,
    )
  }
  const pictureKeys = [...pictures.keys()].map((file) => path.posix.basename(file))
  return { folder, place: path.dirname(folder), manifest, pictureKeys }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await fs.readFile(path.join(folder, MANIFEST_FILE), 'utf8')
  const read = Manifest.safeParse(parse(text))
  if (read.success) return read.data
  throw new Error(`The backup in ${folder} is damaged, or of a newer version of the product.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}

/** Checksums of the pictures that the newest backup has: those need not be copied again. */
export async function readKnownPictures(place: string): Promise<Map<string, string>> {
  const newest = (await listBackups(place)).at(-1)
  if (!newest) return new Map()
  return readSums(await fs.readFile(path.join(place, newest, PICTURE_SUMS_FILE), 'utf8'))
}

/** Of backups that were killed: a day later nobody works at them. */
export async function removeLeftovers(place: string, now: Date): Promise<void> {
  for (const name of await fs.readdir(place)) {
    if (!name.endsWith('.part')) continue
    const folder = path.join(place, name)
    const stats = await fs.stat(folder).catch(() => undefined)
    if (stats && now.getTime() - stats.mtimeMs > DAY_MS) {
      await fs.rm(folder, { recursive: true, force: true })
    }
  }
}

/** Deletes all but the newest backups, then the pictures that none of those names. */
export async function keepNewest(place: string, keep: number): Promise<void> {
  const all = await listBackups(place)
  for (const name of all.slice(0, Math.max(0, all.length - keep))) {
    await fs.rm(path.join(place, name), { recursive: true, force: true })
  }
  const named = new Set<string>()
  for (const name of await listBackups(place)) {
    const text = await fs.readFile(path.join(place, name, PICTURE_SUMS_FILE), 'utf8')
    for (const file of readSums(text).keys()) named.add(file)
  }
  const root = path.join(place, PICTURES_FOLDER)
  const dayAgo = Date.now() - DAY_MS
  for (const folder of await fs.readdir(root).catch(() => [])) {
    for (const key of await fs.readdir(path.join(root, folder))) {
      const file = path.join(root, folder, key)
      // A younger one may be of a backup that is being written at this moment.
      const isOld = ((await fs.stat(file).catch(() => undefined))?.mtimeMs ?? dayAgo) < dayAgo
      if (isOld && !named.has(pictureFile(key))) await fs.rm(file, { force: true })
    }
  }
}
