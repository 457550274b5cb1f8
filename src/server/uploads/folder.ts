import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isNotTaken, notStored } from '#app/server/storage/not-stored.ts'
import { HOUR_MS } from '#app/shared/dates.ts'

/** Longer than any upload and its processing may take. */
const ABANDONED_AFTER_MS = HOUR_MS

/** Creates a private folder for one upload. Throws 507 when the disk is full or not writable. */
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
 * Removes uploads left behind by killed processes. Uploads of other running processes are kept, unless they are too old to
 * be in progress.
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

/** Whether the process that created it ran on this machine and no longer exists. */
function isOrphan(name: string): boolean {
  const [where, pid] = name.split('_')
  if (where !== machine()) return false
  try {
    // Signal 0 only checks. In a container the next process may get the same pid.
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
