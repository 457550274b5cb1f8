import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from './server-under-test.ts'

const FEED_EVERY_MS = 20
const PING_EVERY_MS = 5
const SAMPLE_EVERY_MS = 20

type Watched = {
  tookMs: number
  /** The longest stall of the server's event loop, as measured by itself. */
  longestStallMs: number
  /** The same without the time it waited for a core. */
  longestOwnStallMs: number
  /** The longest response time of `/healthz`, requested every 5 ms from outside. */
  longestPingMs: number
  feedMs: number[]
  /** Peak memory of the server and of its child processes, in MiB. */
  serverMiB: number
  childrenMiB: number
}

/** Starts a server whose feed is requested 50 times a second while it does something else. */
export async function startWatchedServer(folder: string, environment: Record<string, string>) {
  const stallsFile = path.join(folder, 'stalls')
  writeFileSync(stallsFile, '')
  const probe = path.join(import.meta.dirname, 'stall-probe.ts')
  const server = await startServer({
    ...environment,
    DATA_DIR: folder,
    STALLS_FILE: stallsFile,
    NODE_OPTIONS: `--import=${probe}`,
  })

  async function takeStalls(): Promise<{ longestMs: number; longestOwnMs: number }> {
    const before = readFileSync(stallsFile, 'utf8')
    process.kill(server.pid, 'SIGUSR2')
    for (;;) {
      await delay(5)
      const lines = readFileSync(stallsFile, 'utf8').slice(before.length)
      if (lines.endsWith('\n')) return JSON.parse(lines)
    }
  }

  async function watch<T>(work: () => Promise<T>): Promise<Watched & { result: T }> {
    const agent = new http.Agent({ keepAlive: true })
    const get = (url: string) => timeOf(agent, server.url + url)
    const pings: Array<Promise<number>> = []
    const feeds: Array<Promise<number>> = []
    const memory = { server: 0, children: 0 }
    const timers = [
      setInterval(() => pings.push(get('/healthz')), PING_EVERY_MS),
      setInterval(() => feeds.push(get('/api/deals?page=1&limit=12')), FEED_EVERY_MS),
      setInterval(() => {
        memory.server = Math.max(memory.server, server.residentMiB())
        memory.children = Math.max(memory.children, childrenMiB(server.pid))
      }, SAMPLE_EVERY_MS),
    ]
    await takeStalls()
    const startedAt = performance.now()
    const result = await work()
    const tookMs = performance.now() - startedAt
    const stalls = await takeStalls()
    for (const timer of timers) clearInterval(timer)
    const pingMs = await Promise.all(pings)
    const feedMs = await Promise.all(feeds)
    agent.destroy()
    return {
      result,
      tookMs,
      longestStallMs: stalls.longestMs,
      longestOwnStallMs: stalls.longestOwnMs,
      longestPingMs: Math.max(...pingMs),
      feedMs: feedMs.sort((a, b) => a - b),
      serverMiB: memory.server,
      childrenMiB: memory.children,
    }
  }

  return { url: server.url, watch, stop: server.stop }
}

function timeOf(agent: http.Agent, url: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (response) => {
        response.resume()
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - startedAt)
          else reject(new Error(`${url} answered ${response.statusCode}.`))
        })
      })
      .on('error', reject)
  })
}

/** The total memory of the child processes that read sheets. */
function childrenMiB(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readProc(`/proc/${pid}/task/${task}/children`).split(' '))
    .filter((child) => child !== '')
    .reduce((sum, child) => {
      // Until it runs its own program, a new process looks like its parent.
      if (!readProc(`/proc/${child}/cmdline`).includes('/sheets/')) return sum
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readProc(`/proc/${child}/status`))?.[1]
      return sum + Number(kilobytes ?? 0) / 1024
    }, 0)
}

/** The content of a file in /proc; empty if the process has ended. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
