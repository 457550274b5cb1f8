import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** As much as the product gives the program that reads a sheet. */
const HEAP = '--max-old-space-size=256'
/** For the first, with the start of the program; each is then read in a few milliseconds. */
const START_LIMIT_MS = 10_000
const READ_LIMIT_MS = 2000

/**
 * What becomes of each of these sheets: `read`, the reason it was refused with, or `died` where it
 * takes all the memory or time that it gets. Many in one process, because a process for each takes
 * a hundred times as long.
 */
export async function readDamaged(sheets: Array<{ format: string; bytes: Buffer }>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-damaged-'))
  for (const [at, { format, bytes }] of sheets.entries()) {
    writeFileSync(path.join(folder, `${String(at).padStart(5, '0')}.${format}`), bytes)
  }
  const outcomes: string[] = []
  while (outcomes.length < sheets.length) {
    await readOn(folder, outcomes)
    if (outcomes.length < sheets.length) outcomes.push('died')
  }
  rmSync(folder, { recursive: true })
  return outcomes
}

/** From the first that has no outcome yet to the last, or to the one it dies of. */
async function readOn(folder: string, outcomes: string[]): Promise<void> {
  const program = path.join(import.meta.dirname, 'read-damaged.ts')
  const child = spawn(process.execPath, [HEAP, program, folder, String(outcomes.length)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = () => void child.kill('SIGKILL')
  let timer = setTimeout(kill, START_LIMIT_MS)
  for await (const line of createInterface(child.stdout)) {
    outcomes.push(line)
    clearTimeout(timer)
    timer = setTimeout(kill, READ_LIMIT_MS)
  }
  clearTimeout(timer)
}
