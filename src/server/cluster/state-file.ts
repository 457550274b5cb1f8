import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** The supervisor serving from this data folder, and the outcome of its last rolling restart. */
const State = z.object({
  pid: z.int(),
  exchanges: z.int(),
  isExchanging: z.boolean(),
  hasFailed: z.boolean(),
})
export type ClusterState = z.infer<typeof State>

/** Written to a temporary file and renamed, so that readers never see a partial file. */
export function writeClusterState(dataDir: string, state: ClusterState): void {
  const file = fileIn(dataDir)
  fs.writeFileSync(`${file}.next`, JSON.stringify(state), { mode: 0o600 })
  fs.renameSync(`${file}.next`, file)
}

/** Undefined when no supervisor is running here. Throws when this user lacks permission to check. */
export function readClusterState(dataDir: string): ClusterState | undefined {
  try {
    const { success, data } = State.safeParse(JSON.parse(fs.readFileSync(fileIn(dataDir), 'utf8')))
    return success && isAlive(data.pid) ? data : undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM') return undefined
    throw new Error(`${fileIn(dataDir)} may not be read by this user (${code}).`)
  }
}

export function removeClusterState(dataDir: string): void {
  fs.rmSync(fileIn(dataDir), { force: true })
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
