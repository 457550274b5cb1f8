import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Creates the data folder; throws an error meant for operators when it is not a folder or not writable. */
export function prepareDataFolder(dataDir: string): void {
  const probe = path.join(dataDir, `${randomUUID()}.part`)
  try {
    makeFolder(dataDir)
    fs.writeFileSync(probe, 'x', { mode: 0o600 })
  } catch (error) {
    throw new Error(`DATA_DIR, which is ${dataDir}, cannot be used: ${reasonOf(error, dataDir)}`)
  } finally {
    removeIfThere(probe)
  }
}

/**
 * Replaces Node's recursive `mkdir`, which retries forever when a file system reports that a new folder does not exist,
 * as for a disk that is not mounted.
 */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function reasonOf(error: unknown, dataDir: string): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  if (isFile(dataDir)) return 'it is a file, and must be a folder.'
  return `${REASONS[code] ?? 'it cannot be written to'} (${code}).`
}

const REASONS: Record<string, string> = {
  ENOENT: 'nothing can be made there: is its disk mounted?',
  ENOTDIR: 'something on the way to it is a file',
  EEXIST: 'something on the way to it is a file',
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
}

function isFile(dataDir: string): boolean {
  try {
    return fs.statSync(dataDir).isFile()
  } catch {
    return false
  }
}

function removeIfThere(file: string): void {
  try {
    fs.rmSync(file, { force: true })
  } catch {
    // If nothing could be written, there is nothing to remove.
  }
}
