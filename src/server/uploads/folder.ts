import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isNotTaken, notStored } from '#app/server/storage/not-stored.ts'
import { HOUR_MS } from '#app/shared/dates.ts'

/** Longer than any upload may take, with what is done with it afterwards. */
const ABANDONED_AFTER_MS = HOUR_MS

/** A private folder for the files of one upload. Throws 507 on a disk that is full or closed. */
export async function makeUploadFolder(dataDir: string): Promise<string> {
  try {
    await fs.mkdir(uploadsFolder(dataDir), { recursive: true, mode: 0o700 })
    return await fs.mkdtemp(path.join(uploadsFolder(dataDir), `${machine()}_${process.pid}_`))
  } catch (error) {
    throw isNotTaken(error) ? notStored(error, UPLOADS) : error
  }
}

export const UPLOADS = { what: 'this upload', setting: 'DATA_DIR' } as const

export async function removeUploadFolder(folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true })
}

/**
 * Removes what a process left that was ended in the middle. Others may be at work in the same
 * folder: theirs stay, unless they are too old to be at it still.
 */
export async function clearAbandonedUploads(dataDir: string, now: Date): Promise<void> {
  const uploads = uploadsFolder(dataDir)
  const names = await fs.readdir(uploads).catch(() => [])
  for (const name of names) {
    const folder = path.join(uploads, name)
    const stats = await fs.stat(folder).catch(() => undefined)
    if (!stats) continue
    const isOld = now.getTime() - stats.mtimeMs > ABANDONED_AFTER_MS
    if (isOld || isOrphan(name)) await removeUploadFolder(folder)
  }
}

/** Whether the process that made it was one of this machine and is no more. */
function isOrphan(name: string): boolean {
  const [where, pid] = name.split('_')
  if (where !== machine()) return false
  try {
    // Signal 0 only asks. In a container the next process has the number of the last.
    return Number(pid) !== process.pid && !process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function machine(): string {
  return os.hostname().replace(/[^\w.-]|_/g, '-')
}

function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads')
}
