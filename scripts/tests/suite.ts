import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run, type Step } from './steps.ts'

export type FailedTest = {
  /** Relative to the project's root. */
  file: string
  title: string
  /** The first lines of the error. */
  reason: string
}

type Report = { passed: number; failed: FailedTest[] }

/** All tests of one runner and their results. */
export class TestSuite {
  readonly name: string
  readonly #command: string[]
  readonly #report: string
  /** The runner's own verdict: it may fail without a failed test. */
  hasPassed = false
  passed = 0
  failed: FailedTest[] = []
  /** Tests that failed in the full run and passed alone. */
  unsteady: FailedTest[] = []

  /** `report`: path of a file that does not exist yet. */
  constructor({ name, command }: Step, report: string) {
    this.name = name
    this.#command = command
    this.#report = report
  }

  /** Runs the suite with its output shown live. */
  async run(): Promise<void> {
    console.log(`\n== ${this.name}`)
    this.#note(await run(this.#step([])))
  }

  async runFailedAgain(): Promise<void> {
    const { passed, failed } = this
    console.log(`\n== ${this.name}: what failed, once more`)
    const files = [...new Set(failed.map(({ file }) => file))]
    const hasPassed = await run(this.#step(this.#isVitest ? files : ['--last-failed']))
    const again = this.#read()
    const isSame = (a: FailedTest) => (b: FailedTest) => a.file === b.file && a.title === b.title
    this.unsteady = failed.filter((before) => !again.failed.some(isSame(before)))
    this.failed = again.failed
    this.passed = passed + this.unsteady.length
    this.hasPassed = hasPassed && again.failed.length === 0
  }

  get #isVitest() {
    return this.#command[0] === 'vitest'
  }

  #step(wanted: string[]): Step {
    const step = { name: this.name, command: [...this.#command, ...wanted] }
    if (!this.#isVitest) {
      return { ...step, environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: this.#report } }
    }
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${this.#report}`]
    return { ...step, command: [...step.command, ...reporters] }
  }

  #note(hasPassed: boolean): void {
    Object.assign(this, this.#read())
    this.hasPassed = hasPassed
  }

  #read(): Report {
    return this.#isVitest ? readVitestReport(this.#report) : readPlaywrightReport(this.#report)
  }
}

/** A missing report counts as no tests, a file that failed to load as one failed test. */
function readVitestReport(file: string): Report {
  const report = readJson(file) as VitestReport
  const failed = (report.testResults ?? []).flatMap((each) => {
    const tests = each.assertionResults.filter(({ status }) => status === 'failed')
    const from = path.relative(process.cwd(), each.name)
    if (tests.length === 0 && each.status === 'failed') {
      return [{ file: from, title: '(the file itself)', reason: shorten(each.message) }]
    }
    return tests.map(({ fullName, failureMessages }) => ({
      file: from,
      title: fullName,
      reason: shorten(failureMessages[0]),
    }))
  })
  return { passed: report.numPassedTests ?? 0, failed }
}

function readPlaywrightReport(file: string): Report {
  const report = readJson(file) as PlaywrightReport
  const failed = (report.suites ?? [])
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map((spec) => ({
      file: path.join('test/e2e', spec.file),
      title: spec.title,
      reason: tellErrors(spec.tests[0]?.results.at(-1)),
    }))
  return { passed: report.stats?.expected ?? 0, failed }
}

type VitestReport = {
  numPassedTests?: number
  testResults?: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightReport = { stats?: { expected: number }; suites?: Suite[] }
type Suite = { specs?: Spec[]; suites?: Suite[] }
type Spec = {
  title: string
  file: string
  ok: boolean
  tests: { results: Result[] }[]
}
type Result = { errors: { message?: string; location?: { file: string; line: number } }[] }

/** All errors: a timeout is one, what the test waited for is the next. */
function tellErrors({ errors }: Result = { errors: [] }): string {
  return errors
    .map(({ message, location }) => {
      const where = location
        ? ` (${path.relative(process.cwd(), location.file)}:${location.line})`
        : ''
      return shorten(message) + where
    })
    .join('\n')
}

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function shorten(message = ''): string {
  return message.split('\n').slice(0, 6).join('\n')
}

function readJson(file: string): object {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
