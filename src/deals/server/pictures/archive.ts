import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Problem } from '#app/server/problem.ts'
import { formatGigabytes, GB } from '#app/shared/counts.ts'
import { badPicture } from './bad-picture.ts'
import { refuseSize } from './pictures.rules.ts'

const MOST_ENTRIES = 5000
const MOST_UNPACKED_BYTES = 1.5 * GB
/** Size of a local file header, without the file name. */
const HEADER_BYTES = 30
const PICTURE_NAME = /\.(jpe?g|png|webp)$/i
/** macOS resource forks, and hidden files. */
const HIDDEN = /(^|\/)(__MACOSX\/|\.)/

type PictureArchive = {
  /** Of the pictures, without folders. */
  names: string[]
  /** Undefined when there is no picture of that name. Throws a Problem 422 `bad-picture`. */
  read: (name: string) => Promise<Buffer | undefined>
  close: () => void
}

/**
 * Opens a zip of pictures. Nothing is unpacked to disk and no name becomes a path: names are only compared,
 * ignoring folders and case. Throws a Problem 422 `bad-archive`.
 */
export async function openPictureArchive(file: string): Promise<PictureArchive> {
  const zip = await openPromise(file, { autoClose: false }).catch(() => {
    throw badArchive('The file is not a zip, or it is damaged.')
  })
  try {
    const entries = await readDirectory(zip)
    return {
      names: [...entries.values()].map(([entry]) => path.posix.basename(entry?.fileName ?? '')),
      read: async (name) => {
        const [entry, another] = entries.get(nameKey(name)) ?? []
        if (!entry) return
        if (another) throw badPicture('There are several of that name in the zip.')
        return readEntry(zip, entry)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Pictures by name; several when different folders contain the same name. */
async function readDirectory(zip: ZipFile): Promise<Map<string, Entry[]>> {
  if (zip.entryCount > MOST_ENTRIES) {
    throw badArchive(`The zip holds more than ${MOST_ENTRIES} files.`)
  }
  const all = await readEntries(zip)
  const entries = new Map<string, Entry[]>()
  for (const entry of all) {
    if (HIDDEN.test(entry.fileName) || !PICTURE_NAME.test(entry.fileName)) continue
    const key = nameKey(entry.fileName)
    entries.set(key, [...(entries.get(key) ?? []), entry])
  }
  return entries
}

/** All entries. Rejects zip bombs: too large when unpacked, or with overlapping entries. */
async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const all: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) all.push(entry)
  } catch {
    throw badArchive('The zip is damaged, or names a file outside of itself.')
  }
  const unpackedBytes = all.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpackedBytes > MOST_UNPACKED_BYTES) {
    throw badArchive(`The zip unpacks to more than ${formatGigabytes(MOST_UNPACKED_BYTES)}.`)
  }
  let endsAt = 0
  for (const entry of all.toSorted((one, other) => startOf(one) - startOf(other))) {
    if (startOf(entry) < endsAt) throw badArchive('The zip is damaged: its files overlap.')
    endsAt = startOf(entry) + HEADER_BYTES + entry.compressedSize
  }
  return all
}

function startOf({ relativeOffsetOfLocalHeader }: Entry): number {
  return relativeOffsetOfLocalHeader
}

function nameKey(name: string): string {
  return path.posix.basename(name.replaceAll('\\', '/')).normalize('NFC').toLowerCase()
}

/** Checks the size before and during unpacking, since the directory's sizes are only a claim. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw badPicture('The zip is protected by a password.')
  const tooLarge = refuseSize(entry.uncompressedSize)
  if (tooLarge) throw badPicture(tooLarge)
  try {
    return await buffer(await zip.openReadStreamPromise(entry))
  } catch {
    throw badPicture('The picture is damaged in the zip.')
  }
}

function badArchive(reason: string) {
  return new Problem(422, 'bad-archive', reason)
}
