import { foldFileName } from './files.rules.ts'

/** A picture being sent to the server. */
export type QueuedPicture<F> = {
  file: F
  name: string
  size: number
  sentBytes: number
  /** Set once it is stored. */
  key: string | undefined
  /** Why it cannot be used. */
  error: string | undefined
}

type Named = { name: string; size: number }

/** Adds files; one of the same name replaces the earlier one. */
export function addPictures<F extends Named>(
  pictures: QueuedPicture<F>[],
  files: F[],
): QueuedPicture<F>[] {
  const names = new Set(files.map(({ name }) => foldFileName(name)))
  const added = files.map((file) => ({
    file,
    name: file.name,
    size: file.size,
    sentBytes: 0,
    key: undefined,
    error: undefined,
  }))
  return [...pictures.filter(({ name }) => !names.has(foldFileName(name))), ...added]
}

/** Returns the names of files that would replace others. */
export function findReplaced<F extends Named>(pictures: QueuedPicture<F>[], files: F[]): string[] {
  const names = new Set(pictures.map(({ name }) => foldFileName(name)))
  return files.flatMap(({ name }) => (names.has(foldFileName(name)) ? name : []))
}

/** Finds the picture by its file's identity: a later file may have the same name. */
export function changePicture<F>(
  pictures: QueuedPicture<F>[],
  file: F,
  change: Partial<QueuedPicture<F>>,
): QueuedPicture<F>[] {
  return pictures.map((picture) => (picture.file === file ? { ...picture, ...change } : picture))
}

export function nextToSend<F>(pictures: QueuedPicture<F>[]): QueuedPicture<F> | undefined {
  return pictures.find(({ key, error }) => key === undefined && error === undefined)
}

/** Returns the keys of stored pictures by name. */
export function storedPictureKeys<F>(pictures: QueuedPicture<F>[]): Record<string, string> {
  const stored = pictures.flatMap(({ name, key }) => (key === undefined ? [] : [[name, key]]))
  return Object.fromEntries(stored)
}

export function countPictures<F>(pictures: QueuedPicture<F>[]) {
  return {
    total: pictures.length,
    stored: pictures.filter(({ key }) => key !== undefined).length,
    sentBytes: pictures.reduce(
      (sum, { sentBytes, size, key, error }) =>
        sum + (key === undefined && error === undefined ? Math.min(sentBytes, size) : size),
      0,
    ),
    totalBytes: pictures.reduce((sum, { size }) => sum + size, 0),
    refused: pictures.filter(({ error }) => error !== undefined),
  }
}
