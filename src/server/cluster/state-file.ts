import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Who keeps the workers that serve from this folder, and how the last exchange of them went. */
const State = z.object({
  pid: z.int(),
  exchanges: z.int(),
  isExchanging: z.boolean(),
  hasFailed: z.boolean(),
})
export type ClusterState = z.infer<typeof State>

/** Written beside and moved, so that nobody reads half of it. */
export function writeClusterState(dataDir: string, state: ClusterState): void {
  const file = fileIn(dataDir)
  writeFileSync(`${file}.next`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.next`, file)
}

/** Undefined when nobody keeps workers here any more. */
export function readClusterState(dataDir: string): ClusterState | undefined {
  try {
    const { success, data } = State.safeParse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
    return success && isAlive(data.pid) ? data : undefined
  } catch {
    return undefined
  }
}

export function removeClusterState(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'cluster.json')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
