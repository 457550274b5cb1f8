import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPooler } from '#scripts/tests/needs.ts'
import { freePort } from '#test/support/free-port.ts'
import { untilReachable } from './postgres-server.ts'

/**
 * PgBouncer before the server of this address, on a free port of loopback: a connection is somebody
 * else's after each transaction, and there are only `connections` of them. `lines` are more of its settings.
 */
export async function startPooler(
  server: string,
  { connections = 3, limits = '', lines = [] as string[] } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { hostname, port: serverPort, username } = new URL(server)
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-pooler-'))
  const port = await freePort()
  const settings = path.join(folder, 'pgbouncer.ini')
  const to = `host=${decodeURIComponent(hostname)} port=${serverPort} user=${username}`
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = ${to}${limits ? ` connect_query='${limits}'` : ''}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      `unix_socket_dir = ${folder}`,
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      ...lines,
      '',
    ].join('\n'),
  )
  // It refuses to run as root, so root lends it to another user.
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  if (owner) for (const file of [folder, settings]) chownSync(file, owner.uid, owner.gid)
  const pooler = spawn(findPooler() ?? '', [settings], { ...owner, stdio: 'ignore' })
  const url = `postgres://${username}@127.0.0.1:${port}/`
  await untilReachable(`${url}postgres`, 'pooler')
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => pooler.once('exit', resolve))
      pooler.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
