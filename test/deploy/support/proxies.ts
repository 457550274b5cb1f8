import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '#scripts/tests/needs.ts'
import { freePort } from '#test/support/free-port.ts'

export type InFront = {
  name: string
  /** Its https port. */
  port: number
  /** Returns its request log, in the configured format. */
  log: () => string
  /** Runs `work` on the process at a port as an operator would, with the proxy told of it first. */
  around: (port: number, work: () => Promise<void>) => Promise<void>
  stop: () => Promise<void>
}

const shipped = (name: string) => readFileSync(path.join('deploy', name), 'utf8')

/** Replaces only what an installation has to set: addresses, folders, the certificate, the name. */
function fitted(text: string, changes: Array<readonly [string | RegExp, string]>): string {
  return changes.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, () => to)
    if (after === before) throw new Error(`The shipped file does not say ${from} any more.`)
    return after
  }, text)
}

function prepareFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-proxy-'))
  chmodSync(folder, 0o755)
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  execFileSync(
    findProgram('openssl') ?? 'openssl',
    `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${certificate} -subj /CN=club.localhost -days 2`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  )
  const both = path.join(folder, 'both.pem')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return { folder, key, certificate, both }
}

type Serving = { folder: string; port: number; args: string[]; logFile: string; to: number[] }

async function serve(name: string, { folder, port, args, logFile, to }: Serving): Promise<InFront> {
  const child = spawn(findProgram(name) ?? name, args, {
    env: { ...process.env, CLUB1: `127.0.0.1:${to[0]}`, CLUB2: `127.0.0.1:${to[1]}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = new Promise((resolve) => child.once('close', resolve))
  await Promise.race([
    isListening(port),
    ended.then(() => {
      throw new Error(`${name} ended: ${said}`)
    }),
  ])
  return {
    name,
    port,
    around: (_port, work) => work(),
    log: () => (logFile ? readFileSync(logFile, 'utf8') : said),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isListening(port: number): Promise<void> {
  for (;;) {
    const isThere = await new Promise((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true)).on('error', () =>
        resolve(false),
      )
      probe.once('connect', () => probe.destroy())
    })
    if (isThere) return
    await delay(50)
  }
}

type Place = {
  port: number
  name: string
  to: number[]
  /** Whether it runs behind another of our proxies, as the files describe. */
  isSecond?: boolean
}

export async function startNginx({ port, name, to, isSecond }: Place): Promise<InFront> {
  const { folder, key, certificate } = prepareFolder()
  mkdirSync(path.join(folder, 'kept'), { mode: 0o777 })
  const [first = 0, second = 0] = to
  const upstream = path.join(folder, 'upstream.conf')
  writeFileSync(
    upstream,
    fitted(shipped('nginx/upstream.conf'), [
      [':3000', `:${first}`],
      [':3001', `:${second}`],
    ]),
  )
  const file = path.join(folder, 'nginx.conf')
  const logFile = path.join(folder, 'access.log')
  writeFileSync(
    file,
    fitted(shipped('nginx/nginx.conf'), [
      ['/etc/nginx/club-upstream.conf', upstream],
      ['/run/nginx.pid', path.join(folder, 'pid')],
      ['/var/log/nginx/access.log club buffer=64k flush=5s', `${logFile} club`],
      ['/var/log/nginx/error.log', process.env.NGINX_ERRORS ?? path.join(folder, 'error.log')],
      ['/var/cache/nginx/club', path.join(folder, 'kept')],
      ['/etc/ssl/club/fullchain.pem', certificate],
      ['/etc/ssl/club/privkey.pem', key],
      ...(isSecond
        ? ([
            ['X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for'],
          ] as const)
        : []),
      ['listen 80', `listen ${await freePort()}`],
      ['listen 443', `listen ${port}`],
      ['club.example', name],
    ]),
  )
  execFileSync(findProgram('nginx') ?? 'nginx', ['-t', '-c', file], { stdio: 'pipe' })
  const proxy = await serve('nginx', {
    folder,
    port,
    args: ['-c', file, '-g', 'daemon off;'],
    logFile,
    to,
  })
  const reload = `${findProgram('nginx') ?? 'nginx'} -c ${file} -s reload`
  return {
    ...proxy,
    around: async (place, work) => {
      const [begun, ended] = [path.join(folder, 'begun'), path.join(folder, 'ended')]
      const waiting = `touch ${begun}; until [ -e ${ended} ]; do sleep 0.1; done; rm ${begun} ${ended}`
      const script = 'deploy/nginx/restart-one.sh'
      const restarting = spawn(
        'sh',
        [script, upstream, `127.0.0.1:${place}`, 'sh', '-c', waiting],
        {
          env: { ...process.env, NGINX_RELOAD: reload },
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      )
      const code = new Promise((resolve) => restarting.once('close', resolve))
      while (!existsSync(begun)) await delay(50)
      await work()
      writeFileSync(ended, '')
      if ((await code) !== 0) throw new Error(`restart-one.sh ended with ${await code}`)
    },
  }
}

export async function startHaproxy({ port, name, to, isSecond }: Place): Promise<InFront> {
  const { folder, both } = prepareFolder()
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    fitted(shipped('haproxy.cfg'), [
      ['/etc/ssl/club/club.pem', both],
      ['bind :80', `bind :${await freePort()}`],
      ['bind :443', `bind :${port}`],
      ['club.example', name],
      ...(isSecond
        ? ([['set-header X-Forwarded-For', 'add-header X-Forwarded-For']] as const)
        : []),
      // Each connection needs two open files, and a test machine allows fewer.
      ['maxconn 40000', 'maxconn 4000'],
    ]),
  )
  execFileSync(findProgram('haproxy') ?? 'haproxy', ['-c', '-f', file], { stdio: 'pipe' })
  return serve('haproxy', { folder, port, args: ['-f', file], logFile: '', to })
}
