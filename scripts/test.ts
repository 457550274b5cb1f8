import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findHeadlessChromium, provideTestNeeds } from './test-needs.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const BIN = path.join(ROOT, 'node_modules/.bin')
const reports = mkdtempSync(path.join(tmpdir(), 'nouveau-reports-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')

type Step = { name: string; command: string[]; environment?: Record<string, string> }

/** What needs nothing of each other runs at the same time, one on each core. */
const preparations: Step[] = [
  { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'build with the developer tools',
    command: ['node', 'scripts/build.ts', '--with-devtools'],
  },
]

/** The rest of what a change must pass, in the order that fails soonest. */
const steps: Step[] = [
  {
    name: 'rules, slices on both engines, properties, architecture',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${vitestReport}`,
    ],
  },
  {
    name: 'browser journeys',
    command: ['playwright', 'test'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  },
]

await provideTestNeeds()
const failed: string[] = []
await Promise.all(
  [preparations.filter(isBuild), preparations.filter((step) => !isBuild(step))].map(prepare),
)
// Without a build nothing that follows means anything.
if (!failed.includes('build')) {
  for (const step of steps) {
    console.log(`\n== ${step.name}`)
    const { program, args, options } = callOf(step)
    if (spawnSync(program, args, { ...options, stdio: 'inherit' }).status !== 0) {
      failed.push(step.name)
    }
  }
}

const counts = [countVitest(), countPlaywright()]
rmSync(reports, { recursive: true, force: true })
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
const passedTests = counts.reduce((sum, { passed }) => sum + passed, 0)
const failedTests = counts.reduce((sum, { failed }) => sum + failed, 0)
console.log(`\n${passedTests} passed, ${failedTests} failed`)
process.exit(failed.length === 0 ? 0 : 1)

function isBuild({ name }: Step): boolean {
  return name.startsWith('build')
}

/** One after the other; what each says is shown whole when it is done. */
async function prepare(some: Step[]): Promise<void> {
  for (const step of some) {
    const { program, args, options } = callOf(step)
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (some) => said.push(some))
    const status = await new Promise((resolve) => child.once('close', resolve))
    console.log(`\n== ${step.name}\n${Buffer.concat(said).toString().trimEnd()}`)
    if (status !== 0) failed.push(step.name)
  }
}

function callOf({ command, environment }: Step) {
  const [program = '', ...args] = command
  const env = {
    ...process.env,
    CHROMIUM: findHeadlessChromium() ?? '',
    // Dozens of tests start the server as a process of its own: it is compiled once.
    NODE_COMPILE_CACHE: path.join(reports, 'compiled'),
    ...environment,
  }
  return { program: path.join(BIN, program), args, options: { cwd: ROOT, env } }
}

function countVitest() {
  const { numPassedTests = 0, numFailedTests = 0 } = readJson(vitestReport)
  return { passed: numPassedTests, failed: numFailedTests }
}

function countPlaywright() {
  const { expected = 0, unexpected = 0, flaky = 0 } = readJson(playwrightReport).stats ?? {}
  return { passed: expected, failed: unexpected + flaky }
}

// biome-ignore lint/suspicious/noExplicitAny: two tools' own reports, read for three numbers.
function readJson(file: string): any {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
