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

/** Folder names of the complete backups in a place, newest last. */
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

/** Folder of the newest backup in a place, or `place` itself when it is a backup, damaged or not. */
export async function findBackup(place: string): Promise<string> {
  await requireReadable(place)
  for (const file of [MANIFEST_FILE, SUMS_FILE]) {
    if ((await sizeOf(path.join(place, file))) !== undefined) return path.resolve(place)
  }
  const newest = (await listBackups(place)).at(-1)
  if (!newest) throw new Error(`There is no backup in ${place}.`)
  return path.resolve(place, newest)
}

/** Throws when the place or one of its backups is not readable: it would look empty otherwise. */
async function requireReadable(place: string): Promise<void> {
  const entries = await readAs(place, () => fs.readdir(place, { withFileTypes: true }))
  for (const entry of entries ?? []) {
    // Ignores other folders, such as lost+found.
    if (!entry.isDirectory() || !NAME_OF_ONE.test(entry.name)) continue
    const folder = path.join(place, entry.name)
    await readAs(folder, () => fs.stat(path.join(folder, SUMS_FILE)))
  }
  await readAs(place, () => fs.stat(path.join(place, SUMS_FILE)))
}

const NAME_OF_ONE = /^\d{4}-\d\d-\d\dT[\w.-]+Z$/

/** Undefined when it does not exist; throws a clear error when this user may not read it. */
async function readAs<T>(what: string, read: () => Promise<T>): Promise<T | undefined> {
  return read().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') {
      throw new Error(`${what} may not be read by this user (${error.code}).`)
    }
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
}

/** Reads one of the files that every backup has. */
async function readPart(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name)
  const text = await readAs(file, () => fs.readFile(file, 'utf8'))
  if (text === undefined) throw new Error(`The backup in ${folder} is damaged: ${name} is missing.`)
  return text
}

export type ReadBackup = {
  folder: string
  /** The folder with its pictures. */
  place: string
  manifest: Manifest
  pictureKeys: string[]
}

/** Verifies the checksum of every file of a backup; throws at the first mismatch. */
export async function verifyBackup(folder: string, onProgress: OnProgress): Promise<ReadBackup> {
  const sums = readSums(await readPart(folder, SUMS_FILE))
  const manifest = await readManifest(folder)
  if (!sums.has(MANIFEST_FILE) || !sums.has(PICTURE_SUMS_FILE)) {
    throw new Error(`The backup in ${folder} is not whole.`)
  }
  const pictures = readSums(await readPart(folder, PICTURE_SUMS_FILE))
  const all = [...sums, ...pictures]
  const wrong: string[] = []
  let done = 0
  await forEachAtOnce(all, async ([name, sum]) => {
    const file = path.join(folder, name)
    const found = await readAs(file, () => hashFile(file))
    if (found !== sum) wrong.push(`${name} (${found === undefined ? 'missing' : 'damaged'})`)
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
  const text = await readPart(folder, MANIFEST_FILE)
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

/** Checksums of the pictures in the newest backup, which need not be copied again. */
export async function readKnownPictures(place: string): Promise<Map<string, string>> {
  const newest = (await listBackups(place)).at(-1)
  if (!newest) return new Map()
  return readSums(await fs.readFile(path.join(place, newest, PICTURE_SUMS_FILE), 'utf8'))
}

/** Removes unfinished backups a day after they were started. */
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

/** Deletes all but the newest backups, then the pictures that none of those references. */
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
      // A newer picture may belong to a backup in progress.
      const isOld = ((await fs.stat(file).catch(() => undefined))?.mtimeMs ?? dayAgo) < dayAgo
      if (isOld && !named.has(pictureFile(key))) await fs.rm(file, { force: true })
    }
  }
}
