import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres } from '#scripts/tests/needs.ts'
import { ownerOfServers } from '#test/support/databases/postgres-server.ts'
import { freePort } from '#test/support/free-port.ts'

export type OwnPostgres = {
  url: string
  port: number
  /** The data directory. */
  data: string
  /** Kills all of its processes, as when the machine fails; what was only in memory is lost. */
  kill: () => Promise<void>
  /** Starts it after a kill; resolves when it accepts connections again. */
  start: () => Promise<void>
  /** Freezes it: it still accepts connections, but does not answer. */
  freeze: () => void
  thaw: () => void
  /** Runs a statement on its own connection. */
  run: (statement: string) => Promise<void>
  remove: () => Promise<void>
}

type Options = {
  /** The data directory, with the write-ahead log unless `journal` is given; by default a temporary folder. */
  folder?: string
  /** The folder of the write-ahead log: without room there, the server stops, as it must. */
  journal?: string
  /** Settings in addition to those that production requires. */
  settings?: Record<string, string>
}

/**
 * Starts a PostgreSQL server that a test may kill and freeze, with production's settings: what it has
 * acknowledged is with the operating system.
 */
export async function startOwnPostgres(options: Options = {}): Promise<OwnPostgres> {
  const { folder = mkdtempSync(path.join(tmpdir(), 'nouveau-own-postgres-')) } = options
  const bin = findPostgres()
  if (!bin) throw new Error('The tests need a PostgreSQL server: install postgresql (15 or newer).')
  // The server refuses to run as root, so root gives the folder to another user.
  const owner = ownerOfServers()
  const { journal } = options
  for (const each of [folder, ...(journal ? [journal] : [])]) {
    if (owner) chownSync(each, owner.uid, owner.gid)
  }
  const data = path.join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(
    path.join(bin, 'initdb'),
    [...initdb, ...(journal ? ['-X', path.join(journal, 'journal')] : [])],
    {
      ...owner,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const { settings = {} } = options
  let server: ChildProcess | undefined

  const start = async () => {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...args],
      { ...owner, stdio: 'ignore' },
    )
    await untilReachable(url)
  }
  /** Each server process has its own process group. The parent is stopped first, so that it forks no more. */
  const signal = (name: NodeJS.Signals): number[] => {
    const { pid } = server ?? {}
    if (pid === undefined) return []
    const all = [pid, ...childrenOf(pid)]
    if (name === 'SIGKILL') process.kill(pid, 'SIGSTOP')
    for (const each of name === 'SIGKILL' ? all.reverse() : all) sendTo(each, name)
    return all
  }
  const kill = async () => {
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    const all = signal('SIGKILL')
    await ended
    // The next server refuses to start while one of these still holds their shared memory.
    for (let tries = 0; tries < 250 && all.some(isThere); tries += 1) await delay(20)
    server = undefined
  }

  await start()
  return {
    url,
    port,
    data,
    kill,
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    run: async (statement) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(statement).finally(() => client.end())
    },
    remove: async () => {
      if (server) await kill()
      rmSync(data, { recursive: true, force: true })
      if (!options.folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function childrenOf(pid: number): number[] {
  const args = ['-o', 'pid=', '--ppid', String(pid)]
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8' })
  return stdout.split('\n').map(Number).filter(Boolean)
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function sendTo(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It has already exited.
  }
}

async function untilReachable(url: string) {
  for (let tries = 0; tries < 300; tries += 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(100)
    }
  }
  throw new Error('The PostgreSQL server of this test did not start.')
}
