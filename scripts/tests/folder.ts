import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
const GIB = 1024 ** 3
/** Twice what the databases, pictures and browsers of a whole run take up at most. */
const ROOM_BYTES = 6 * GIB
/** Memory to be left for the run itself. */
const FREE_MEMORY_BYTES = 10 * GIB
const PREFIX = 'nouveau-tests-'

/**
 * Moves the temporary folder to memory if there is enough: each test file has a database of more than a
 * thousand files, which a disk takes twenty times as long to create.
 */
export function writeToMemory(): void {
  if (!hasRoom()) return
  forgetInterrupted()
  const folder = mkdtempSync(path.join(IN_MEMORY, `${PREFIX}${process.pid}-`))
  // The database server runs as another user than root and has its folder in here.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  if (process.env.TMPDIR !== undefined || tmpdir() !== '/tmp') return false
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM_BYTES && freemem() >= FREE_MEMORY_BYTES
  } catch {
    return false
  }
}

/** Deletes what killed runs left behind, which would take up memory until the machine restarts. */
function forgetInterrupted(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(IN_MEMORY, name)
    const pid = Number(name.slice(PREFIX.length).split('-')[0])
    // Folders of other users are left alone.
    if (isRunning(pid) || statSync(folder).uid !== process.getuid?.()) continue
    rmSync(folder, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
