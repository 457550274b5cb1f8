import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readArguments } from './test-arguments.rules.ts'
import { provideTestNeeds } from './test-needs.ts'
import { LINT, run, runAside, type Step, TYPES } from './test-steps.ts'

const BUILD: Step = { name: 'build', command: ['node', 'scripts/build.ts'] }

process.exit((await runWanted()) ? 0 : 1)

async function runWanted(): Promise<boolean> {
  const wanted = readArguments(process.argv.slice(2))
  switch (wanted.run) {
    case 'everything':
      return runEverything()
    case 'tests': {
      const title = wanted.title ? ['-t', wanted.title] : []
      const mode = wanted.isWatching ? 'watch' : 'run'
      return run({ name: 'tests', command: ['vitest', mode, ...wanted.names, ...title] })
    }
    case 'journeys': {
      await provideTestNeeds(['browser'])
      const title = wanted.title ? ['--grep', wanted.title] : []
      const command = ['playwright', 'test', ...wanted.names, ...title]
      return (await run(BUILD)) && (await run({ name: 'journeys', command }))
    }
    case 'nothing':
      console.error(wanted.because)
      return false
  }
}

/** All that a change must pass, to the end, though something before has failed. */
async function runEverything(): Promise<boolean> {
  await provideTestNeeds(['browser', 'database'])
  const reports = mkdtempSync(path.join(tmpdir(), 'nouveau-reports-'))
  const vitestReport = path.join(reports, 'vitest.json')
  const playwrightReport = path.join(reports, 'playwright.json')
  const failed: string[] = []
  const note = (step: Step, hasPassed: boolean) => {
    if (!hasPassed) failed.push(step.name)
  }
  const inTurn = async (steps: Step[]) => {
    for (const step of steps) note(step, await runAside(step))
  }

  // What needs nothing of each other runs at the same time.
  const withDevTools = [...BUILD.command, '--with-devtools']
  await Promise.all([
    inTurn([BUILD, { name: 'build with the developer tools', command: withDevTools }]),
    inTurn([TYPES, LINT]),
  ])
  // Without a build nothing that follows means anything.
  if (!failed.includes(BUILD.name)) {
    const report = ['--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`]
    const tests = { name: 'rules, slices, properties', command: ['vitest', 'run', ...report] }
    const journeys = {
      name: 'browser journeys',
      command: ['playwright', 'test'],
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    }
    for (const step of [tests, journeys]) {
      console.log(`\n== ${step.name}`)
      note(step, await run(step))
    }
  }

  const { numPassedTests = 0, numFailedTests = 0 } = readJson(vitestReport)
  const { expected = 0, unexpected = 0, flaky = 0 } = readJson(playwrightReport).stats ?? {}
  rmSync(reports, { recursive: true, force: true })
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
  console.log(
    `\n${numPassedTests + expected} passed, ${numFailedTests + unexpected + flaky} failed`,
  )
  return failed.length === 0
}

// biome-ignore lint/suspicious/noExplicitAny: two tools' own reports, read for a few numbers.
function readJson(file: string): any {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
