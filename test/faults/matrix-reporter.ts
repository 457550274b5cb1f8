import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The columns of the table; all other results are listed below it. */
const COLUMNS = [
  'Landing',
  'Teaser/feed',
  'Member feed/track',
  'Login/reset',
  'Checkout',
  'Webhook',
  'Admin',
  'Pictures',
  'Recovers',
]

/** Prints the fault matrix at the end of the run: a row for each failure, a column for each part tried. */
export default class MatrixReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const rows = new Map<string, Map<string, string>>()
    const besides: Array<[row: string, what: string, mark: string]> = []
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        // Skipped by a filter. A test that cannot run on this machine has a note instead.
        if (test.result().state === 'skipped' && !noteOf(test)) continue
        const row = test.parent.type === 'suite' ? test.parent.name : module.moduleId
        const [, column = '', what = ''] = /^([^:]+): (.*)$/.exec(test.name) ?? []
        if (!COLUMNS.includes(column)) {
          besides.push([row, test.name.replace(/^(Besides|Afterwards): /, ''), markOf(test)])
          continue
        }
        const cells = rows.get(row) ?? new Map()
        rows.set(row, cells.set(column, `${markOf(test)} ${shortly(what)}`))
      }
    }
    const lines = [
      '',
      ...table([
        ['What fails', ...COLUMNS],
        ...[...rows].map(([row, cells]) => [row, ...COLUMNS.map((each) => cells.get(each) ?? '')]),
      ]),
      '',
      ...table(besides.map(([row, what, mark]) => [row, what, mark])),
      '',
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}

function markOf(test: TestCase): string {
  const { said = '' } = test.meta()
  switch (test.result().state) {
    case 'passed':
      return `ok ${said}`.trim()
    case 'skipped':
      return `not run: ${noteOf(test)}`
    default:
      return `FAILED ${said}`.trim()
  }
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result()
  return result.state === 'skipped' ? result.note : undefined
}

/** Shortens the expected outcome to a word or two; empty when all had to be well. */
function shortly(outcome: string): string {
  if (outcome === 'ok' || outcome === 'without a restart') return ''
  return outcome === 'ok, or unavailable' ? '(200 or 503)' : (SHORT[outcome] ?? '')
}

const SHORT: Record<string, string> = {
  unavailable: '(503)',
  'says that nothing was charged': '(503)',
  'says that it failed': '(says why)',
  'asked to send it again': '(again)',
  'refused as too old or too new': '(400, alarm)',
  'not found, and not kept so': '(404)',
}

function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').trim().length)),
  )
  return rows.map((row) =>
    row
      .map((cell, at) => cell.trim().padEnd(widths[at] ?? 0))
      .join(' | ')
      .trimEnd(),
  )
}
