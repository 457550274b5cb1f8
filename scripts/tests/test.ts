import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readArguments } from './arguments.rules.ts'
import { writeToMemory } from './folder.ts'
import { findFirefox, findPromtool, installMissing, provideTestNeeds } from './needs.ts'
import { LINT, run, runAside, type Step, TYPES } from './steps.ts'
import { type FailedTest, TestSuite } from './suite.ts'

const BUILD: Step = { name: 'build', command: ['node', 'scripts/build.ts'] }

const TESTS: Step = {
  name: 'rules, slices, properties',
  command: ['vitest', 'run', '--project', 'rules', '--project', 'postgres'],
}
const EMBEDDED: Step = {
  name: 'slices on the embedded database',
  command: ['vitest', 'run', '--project', 'embedded'],
}
const JOURNEYS: Step = { name: 'browser journeys', command: ['playwright', 'test'] }
const FIREFOX = {
  name: 'the main journeys in Firefox',
  command: ['vitest', 'run', '--config', 'test/firefox/vitest.config.ts'],
} satisfies Step

/** More failures than this are not flaky tests. */
const MOST_UNSTEADY = 8

writeToMemory()
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
      await provideTestNeeds(['browser', 'database'])
      const title = wanted.title ? ['--grep', wanted.title] : []
      const command = ['playwright', 'test', ...wanted.names, ...title]
      return (await run(BUILD)) && (await run({ name: 'journeys', command }))
    }
    case 'journeys in Firefox': {
      await provideTestNeeds(['firefox'])
      const title = wanted.title ? ['-t', wanted.title] : []
      return run({ ...FIREFOX, command: [...FIREFOX.command, ...wanted.names, ...title] })
    }
    case 'nothing':
      console.error(wanted.because)
      return false
  }
}

/** Runs everything a change must pass, to the end even if an earlier part fails. */
async function runEverything(): Promise<boolean> {
  installMissing(['browser', 'database', 'firefox', 'promtool'])
  await provideTestNeeds(['browser', 'database'])
  const reports = mkdtempSync(path.join(tmpdir(), 'nouveau-reports-'))
  const report = (name: string) => path.join(reports, name)
  const tests = new TestSuite(TESTS, report('tests.json'))
  const embedded = new TestSuite(EMBEDDED, report('embedded.json'))
  const journeys = new TestSuite(JOURNEYS, report('journeys.json'))
  const firefox = new TestSuite(FIREFOX, report('firefox.json'))
  const suites = [tests, journeys, ...(findFirefox() ? [firefox] : []), embedded]
  const failed: string[] = []
  const inTurn = async (steps: Step[]) => {
    for (const step of steps) if (!(await runAside(step))) failed.push(step.name)
  }

  // Independent steps run in parallel.
  const withDevTools = [...BUILD.command, '--with-devtools']
  await Promise.all([
    inTurn([BUILD, { name: 'build with the developer tools', command: withDevTools }]),
    inTurn([TYPES, LINT]),
  ])
  // Without a build the rest means nothing.
  if (!failed.includes(BUILD.name)) {
    // One after the other: each suite uses both cores fully, and in parallel they took longer and ran into
    // timeouts.
    for (const suite of suites) await suite.run()
    await runAgain(suites)
  }

  rmSync(reports, { recursive: true, force: true })
  const names = [...failed, ...suites.filter(({ hasPassed }) => !hasPassed).map(({ name }) => name)]
  say(
    'Unsteady: failed among all others, passed alone',
    suites.flatMap((each) => each.unsteady),
  )
  say(
    'Failed',
    suites.flatMap((each) => each.failed),
  )
  if (names.length > 0) console.log(`\nNot passed: ${names.join(', ')}`)
  if (!findFirefox()) {
    console.log(
      '\nNot run: the main journeys in Firefox. Install firefox-esr, or say by FIREFOX where one is; then `npm test -- --firefox`',
    )
  }
  if (!findPromtool()) {
    console.log('\nNot run: the rules of Prometheus. Install prometheus; then `npm test -- alarms`')
  }
  const passed = suites.reduce((sum, each) => sum + each.passed, 0)
  const failures = suites.reduce((sum, each) => sum + each.failed.length, 0)
  console.log(`\n${passed} passed, ${failures} failed`)
  return names.length === 0
}

/**
 * Runs a few failed tests once more, alone: those that pass then are listed as flaky and do not fail the run.
 */
async function runAgain(suites: TestSuite[]): Promise<void> {
  const failures = suites.reduce((sum, each) => sum + each.failed.length, 0)
  if (failures > MOST_UNSTEADY) return
  for (const suite of suites) if (suite.failed.length > 0) await suite.runFailedAgain()
}

function say(heading: string, tests: FailedTest[]): void {
  if (tests.length === 0) return
  console.log(`\n${heading}:`)
  for (const { file, title, reason } of tests)
    console.log(`  ${file} › ${title}\n    ${reason.replaceAll('\n', '\n    ')}`)
}
