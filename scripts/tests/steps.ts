import { spawn } from 'node:child_process'
import path from 'node:path'
import { findHeadlessChromium } from './needs.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules/.cache')

/** A program of ours or of `node_modules`, with its arguments and environment. */
export type Step = { name: string; command: string[]; environment?: Record<string, string> }

export const TYPES: Step = {
  name: 'types',
  command: [
    ...['tsc', '--noEmit', '-p', '.'],
    ...['--incremental', '--tsBuildInfoFile', path.join(CACHE, 'types.tsbuildinfo')],
  ],
}

export const LINT: Step = {
  name: 'lint and format',
  command: ['biome', 'check', '--error-on-warnings'],
}

/** Runs a step with its output shown live. Returns whether it passed. */
export async function run(step: Step): Promise<boolean> {
  return (await start(step, 'inherit').ended) === 0
}

/**
 * Runs a step and prints its output at the end, so that several can run in parallel. Returns whether it
 * passed.
 */
export async function runAside(step: Step): Promise<boolean> {
  const startedAt = performance.now()
  const { child, ended } = start(step, 'pipe')
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (some) => said.push(some))
  const status = await ended
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`\n== ${step.name} (${seconds} s)\n${Buffer.concat(said).toString().trim()}`)
  return status === 0
}

function start({ command, environment }: Step, output: 'inherit' | 'pipe') {
  const [program = '', ...args] = command
  const child = spawn(path.join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    env: {
      ...process.env,
      CHROMIUM: findHeadlessChromium() ?? '',
      // Dozens of tests start the server as a process: the compile cache is shared.
      NODE_COMPILE_CACHE: path.join(CACHE, 'compiled'),
      ...environment,
    },
    stdio: [output === 'inherit' ? 'inherit' : 'ignore', output, output],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', reject)
  })
  return { child, ended }
}
