import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPostgres } from '#scripts/tests/needs.ts'
import { freePort } from '#test/support/free-port.ts'
import { ownerOfServers, ROOM, untilReachable } from './postgres-server.ts'

/** Starts a streaming replica of the server at this address. */
export async function startReplica(primary: string): Promise<{
  url: string
  stop: () => Promise<void>
  start: () => Promise<void>
  remove: () => void
}> {
  const bin = findPostgres() ?? ''
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-replica-'))
  const owner = ownerOfServers()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const { hostname, port: primaryPort } = new URL(primary)
  const from = ['-h', hostname, '-p', primaryPort, '-U', 'postgres']
  execFileSync(
    path.join(bin, 'pg_basebackup'),
    [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    { ...owner, stdio: 'ignore' },
  )
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/`
  let server: ReturnType<typeof spawn> | undefined

  async function start() {
    const where = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
    const settings = [
      '-c',
      ROOM,
      '-c',
      'fsync=off',
      '-c',
      'hot_standby=on',
      '-c',
      'wal_receiver_status_interval=1s',
    ]
    server = spawn(path.join(bin, 'postgres'), [...where, ...settings], {
      ...owner,
      stdio: 'ignore',
    })
    await untilReachable(`${url}postgres`)
  }
  async function stop() {
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server?.kill('SIGQUIT')
    await ended
  }
  await start()
  return { url, start, stop, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
