import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PROGRAM } from '#scripts/building/program.ts'
import { freePort } from '#test/support/free-port.ts'

type ServerUnderTest = {
  url: string
  pid: number
  /** Milliseconds from spawning the process to the first successful `/readyz`. */
  readyMs: number
  /** Resident memory in MiB. */
  residentMiB: () => number
  /** Peak resident memory in MiB. */
  peakMiB: () => number
  stop: () => Promise<void>
}

/** The environment with which `scripts/with-node.mjs` starts the product. */
export const AS_OPERATED = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: path.resolve('.cache/compiled'),
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=768',
}

/** Starts the built product in a process of its own, as an operator would. */
export async function startServer(environment: Record<string, string>): Promise<ServerUnderTest> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [PROGRAM], {
    // As in `scripts/with-node.mjs`.
    env: {
      ...AS_OPERATED,
      ...process.env,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  await untilReady(url, child)
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    residentMiB: () => memoryMiB(child.pid ?? 0, 'VmRSS'),
    peakMiB: () => memoryMiB(child.pid ?? 0, 'VmHWM'),
    stop: () => stop(child),
  }
}

/** Starts another program of the bench, whose first line of output says that it listens. */
export async function startProgram(
  file: string,
  args: string[],
): Promise<Pick<ServerUnderTest, 'pid' | 'residentMiB' | 'stop'>> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  const { pid = 0 } = child
  return { pid, residentMiB: () => memoryMiB(pid, 'VmRSS'), stop: () => stop(child) }
}

export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-bench-'))
  // Helper processes of a browser outlive it briefly and still write.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }
  return { folder, remove: () => rmSync(folder, options) }
}

export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'member@demo.test', password: 'demo-password-1' }),
  })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('session='))
  if (!cookie) throw new Error(`Signing in answered ${response.status}.`)
  return cookie.split(';')[0] ?? ''
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function untilReady(url: string, child: ChildProcess) {
  for (let tries = 0; tries < 18_000; tries += 1) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready.')
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await delay(10)
  }
  child.kill('SIGKILL')
  throw new Error('The server was not ready in time.')
}

async function stop(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** The CPU time of a process so far, with all its threads, in milliseconds. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // User and system time, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function memoryMiB(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}
