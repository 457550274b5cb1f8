import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium, provideTestNeeds } from './test-needs.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const BIN = path.join(ROOT, 'node_modules/.bin')
const reports = mkdtempSync(path.join(tmpdir(), 'nouveau-reports-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')

/** Everything a change must pass, in the order that fails soonest. */
const steps: Array<{ name: string; command: string[]; environment?: Record<string, string> }> = [
  { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'build with the developer tools',
    command: ['node', 'scripts/build.ts', '--with-devtools'],
  },
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
for (const { name, command, environment } of steps) {
  console.log(`\n== ${name}`)
  const [program = '', ...args] = command
  const { status } = spawnSync(path.join(BIN, program), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM: findChromium() ?? '',
      // Dozens of tests start the server as a process of its own: it is compiled once.
      NODE_COMPILE_CACHE: path.join(reports, 'compiled'),
      ...environment,
    },
  })
  if (status !== 0) failed.push(name)
  // Without a build nothing that follows means anything.
  if (status !== 0 && name === 'build') break
}

const counts = [countVitest(), countPlaywright()]
rmSync(reports, { recursive: true, force: true })
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
const passedTests = counts.reduce((sum, { passed }) => sum + passed, 0)
const failedTests = counts.reduce((sum, { failed }) => sum + failed, 0)
console.log(`\n${passedTests} passed, ${failedTests} failed`)
process.exit(failed.length === 0 ? 0 : 1)

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
