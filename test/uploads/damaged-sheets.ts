import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** The memory limit that the product sets for the process that reads a sheet. */
const HEAP = '--max-old-space-size=256'
/** The limit for the first sheet, which includes the start of the process; each takes a few milliseconds. */
const START_LIMIT_MS = 10_000
const READ_LIMIT_MS = 2000

/**
 * Returns the outcome of each sheet: `read`, the reason for its refusal, or `died` where it exhausts
 * its memory or time. One process reads many sheets, because a process for each takes a hundred times
 * as long.
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

/** Reads from the first sheet without an outcome to the last, or to the one that kills the process. */
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
