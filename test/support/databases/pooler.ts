import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPooler } from '#scripts/tests/needs.ts'
import { freePort } from '#test/support/free-port.ts'
import { untilReachable } from './postgres-server.ts'

export type Pooler = { url: string; stop: () => Promise<void> }

/**
 * Starts PgBouncer in front of the server at this address, on a free port of loopback, in transaction mode: a
 * connection passes to another client after each transaction, and there are only `connections` of them.
 * `lines` are further settings.
 */
export async function startPooler(
  server: string,
  { connections = 3, limits = '', lines = [] as string[] } = {},
): Promise<Pooler> {
  const to = placeOf(server)
  return start(server, ({ port, folder }) => [
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
  ])
}

/**
 * Starts the pooler of `deploy/compose` with its own settings, except for where it listens, where it connects
 * to and who may log in.
 */
export function startShippedPooler(server: string) {
  const shipped = readFileSync('deploy/compose/pgbouncer.ini', 'utf8').split('\n')
  return start(server, ({ port, folder }) =>
    shipped.flatMap((line) => {
      const [name] = line.split(' =', 1)
      if (name === 'club')
        return line.replace(/^club = host=\S+ port=\S+ dbname=\S+/, `* = ${placeOf(server)}`)
      if (name === 'listen_addr') return ['listen_addr = 127.0.0.1', `unix_socket_dir = ${folder}`]
      if (name === 'listen_port') return `listen_port = ${port}`
      if (name === 'auth_type') return 'auth_type = any'
      return name === 'auth_file' ? [] : line
    }),
  )
}

function placeOf(server: string): string {
  const { hostname, port, username } = new URL(server)
  return `host=${decodeURIComponent(hostname)} port=${port} user=${username}`
}

async function start(
  server: string,
  write: (where: { port: number; folder: string }) => string[],
): Promise<Pooler> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-pooler-'))
  const port = await freePort()
  const settings = path.join(folder, 'pgbouncer.ini')
  writeFileSync(settings, [...write({ port, folder }), ''].join('\n'))
  // PgBouncer refuses to run as root, so root starts it as another user.
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  if (owner) for (const file of [folder, settings]) chownSync(file, owner.uid, owner.gid)
  const pooler = spawn(findPooler() ?? '', [settings], { ...owner, stdio: 'ignore' })
  const url = `postgres://${new URL(server).username}@127.0.0.1:${port}/`
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
