import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readArguments } from './test-arguments.rules.ts'
import { findFirefox, findPromtool, installMissing, provideTestNeeds } from './test-needs.ts'
import { LINT, run, runAside, type Step, TYPES } from './test-steps.ts'

const BUILD: Step = { name: 'build', command: ['node', 'scripts/build.ts'] }

const FIREFOX = {
  name: 'the main journeys in Firefox',
  command: ['vitest', 'run', '--config', 'test/firefox/vitest.config.ts'],
} satisfies Step

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

/** All that a change must pass, to the end, though something before has failed. */
async function runEverything(): Promise<boolean> {
  installMissing(['browser', 'database', 'firefox', 'promtool'])
  await provideTestNeeds(['browser', 'database'])
  const reports = mkdtempSync(path.join(tmpdir(), 'nouveau-reports-'))
  const vitestReport = path.join(reports, 'vitest.json')
  const firefoxReport = path.join(reports, 'firefox.json')
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
    const reporting = ({ name, command }: Step, file: string): Step => ({
      name,
      command: [...command, '--reporter=default', '--reporter=json', `--outputFile=${file}`],
    })
    const tests = { name: 'rules, slices, properties', command: ['vitest', 'run'] }
    const journeys = {
      name: 'browser journeys',
      command: ['playwright', 'test'],
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    }
    const shown = async (step: Step) => {
      console.log(`\n== ${step.name}`)
      note(step, await run(step))
    }
    await shown(reporting(tests, vitestReport))
    // Each browser waits for itself half of the time: side by side they take little longer than one.
    await Promise.all([
      shown(journeys),
      inTurn(findFirefox() ? [reporting(FIREFOX, firefoxReport)] : []),
    ])
  }

  const counts = [
    ...[vitestReport, firefoxReport].map(countVitest),
    countPlaywright(playwrightReport),
  ]
  rmSync(reports, { recursive: true, force: true })
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
  if (!findFirefox()) {
    console.log(
      '\nNot run: the main journeys in Firefox. Install firefox-esr, or say by FIREFOX where one is; then `npm test -- --firefox`',
    )
  }
  if (!findPromtool()) {
    console.log('\nNot run: the rules of Prometheus. Install prometheus; then `npm test -- alarms`')
  }
  const sum = (key: 'passed' | 'failed') => counts.reduce((all, each) => all + each[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return failed.length === 0
}

function countVitest(report: string) {
  const { numPassedTests = 0, numFailedTests = 0 } = readJson(report)
  return { passed: numPassedTests, failed: numFailedTests }
}

function countPlaywright(report: string) {
  const { expected = 0, unexpected = 0, flaky = 0 } = readJson(report).stats ?? {}
  return { passed: expected, failed: unexpected + flaky }
}

// biome-ignore lint/suspicious/noExplicitAny: two tools' own reports, read for a few numbers.
function readJson(file: string): any {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
