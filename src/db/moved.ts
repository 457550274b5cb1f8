import { readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'

/** Marker beside an embedded database whose records were moved, or are being moved, to another one. */
export type Moved = { id: string; to: string; at: string; isDone: boolean }

const MARK = 'moved.json'

export async function readMoved(dataDir: string): Promise<Moved | undefined> {
  return findMark(dataDir)
}

/** Writes the marker atomically. */
export async function writeMoved(dataDir: string, moved: Moved): Promise<void> {
  const file = path.join(dataDir, MARK)
  await fs.writeFile(`${file}.part`, `${JSON.stringify(moved, undefined, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
  await fs.rename(`${file}.part`, file)
}

export async function removeMoved(dataDir: string): Promise<void> {
  await fs.rm(path.join(dataDir, MARK), { force: true })
}

/** Throws when the records have been moved to another database. */
export function requireNotMoved(dataDir: string): void {
  const moved = findMark(dataDir)
  if (!moved) return
  const what = moved.isDone ? 'has moved to' : 'is being moved to'
  const then = moved.isDone
    ? 'Set DATABASE_URL to it.'
    : 'Run the same `npm run move` again, which goes on where it was.'
  throw new Error(
    `The embedded database in ${dataDir} ${what} ${moved.to} (${moved.at}). ${then} ` +
      `To use the old one nevertheless, delete ${path.join(dataDir, MARK)}: what is written to it from then on is in it alone.`,
  )
}

function findMark(dataDir: string): Moved | undefined {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, MARK), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
}
