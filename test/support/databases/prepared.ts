import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { lock } from '#scripts/building/lock.ts'

const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache')

/**
 * Returns the path of something that takes seconds to build and depends only on its sources: one process
 * builds it, under a lock, and the result is cached. `make` is given a path where nothing exists yet.
 */
export async function prepared(
  name: string,
  { from, and = '' }: { from: string[]; and?: string },
  make: (path: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(CACHE, name)
  mkdirSync(folder, { recursive: true })
  const made = path.join(folder, hashOf(from, and))
  if (existsSync(made)) return made
  const unlock = await lock(path.join(folder, 'lock'))
  try {
    if (existsSync(made)) return made
    for (const old of readdirSync(folder)) {
      if (!old.startsWith('lock')) rmSync(path.join(folder, old), { recursive: true })
    }
    await make(`${made}.next`)
    renameSync(`${made}.next`, made)
    return made
  } finally {
    unlock()
  }
}

function hashOf(patterns: string[], and: string): string {
  const hash = createHash('sha256').update(and)
  for (const file of globSync(patterns, { exclude: ['**/*.test.ts'] }).toSorted()) {
    if (path.extname(file) !== '') hash.update(`${file}\0`).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
