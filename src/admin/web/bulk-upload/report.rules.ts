import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { MOST_REPORTED_ROWS } from '#app/deals/deals.facts.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'

type Facts = BulkUploadReport['rows'][number]
type Problem = BulkUploadReport['problems'][number]
type Duplicate = BulkUploadReport['duplicates'][number]
type Changes = BulkUploadReport['updates'][number]['changes']

export type RowCounts = {
  total: number
  fresh: number
  present: number
  /** Rows that change existing deals. */
  changed: number
  /** Rows whose deals exist and are the same already. */
  same: number
  wrong: number
  /** Problems of the headings, which concern every row. */
  headings: number
}

/**
 * Counts rows by outcome: new, changing a deal, already there or wrong; each row counts once. With wrong
 * headings all rows are wrong.
 */
export function countRows(report: BulkUploadReport): RowCounts {
  const total = report.rowCount
  const headings = headingProblems(report).length
  if (headings > 0)
    return { total, fresh: 0, present: 0, changed: 0, same: 0, wrong: total, headings }
  const wrong = new Set(rowProblems(report).map(({ row }) => row))
  const present = new Set(report.duplicates.map(({ row }) => row).filter((row) => !wrong.has(row)))
  const { updatedCount: changed, unchangedCount: same } = report
  return {
    total,
    fresh: Math.max(0, total - wrong.size - present.size - changed - same),
    present: present.size,
    changed,
    same,
    wrong: wrong.size,
    headings,
  }
}

/** Tells the problems of headings by their row, which is above every deal. */
function isAboveTheDeals({ rows }: BulkUploadReport) {
  const first = rows.reduce((least, { row }) => Math.min(least, row), Number.POSITIVE_INFINITY)
  return ({ row }: Problem) => row < first
}

export function headingProblems(report: BulkUploadReport): Problem[] {
  return report.problems.filter(isAboveTheDeals(report))
}

function rowProblems(report: BulkUploadReport): Problem[] {
  const isHeading = isAboveTheDeals(report)
  return report.problems.filter((problem) => !isHeading(problem))
}

export type MendedCell = NonNullable<SheetChoices['cells']>[number]

/** Adds corrected cells to the choices; the last correction of a cell wins. */
export function withCells(choices: SheetChoices, cells: MendedCell[]): SheetChoices {
  if (cells.length === 0) return choices
  const all = new Map(
    [...(choices.cells ?? []), ...cells].map((cell) => [`${cell.row} ${cell.column}`, cell]),
  )
  return { ...choices, cells: [...all.values()] }
}

/** Returns the rows that could be left out: those with problems of their own. */
export function wrongRowNumbers(report: BulkUploadReport): number[] {
  if (headingProblems(report).length > 0) return []
  return [...new Set(rowProblems(report).map(({ row }) => row))]
}

export type RowFilter = 'all' | 'new' | 'update' | 'unchanged' | 'duplicate' | 'problem'

export type ReportRow = {
  row: number
  state: Facts['state']
  /** Undefined for a row beyond those that the server describes. */
  facts: Facts | undefined
  problems: Problem[]
  duplicate: Duplicate | undefined
  /** What the row changes of an existing deal. */
  changes?: Changes | undefined
}

type ShownRows = { rows: ReportRow[]; hidden: number }

/** Returns the rows of one state, or all with the wrong ones first, up to the number drawn at once. */
export function rowsToShow(report: BulkUploadReport, filter: RowFilter): ShownRows {
  const counts = countRows(report)
  const all = filter === 'all' || filter === 'problem' ? wrongRows(report) : []
  const isWrong = new Set(all.map(({ row }) => row))
  if (counts.headings > 0) {
    if (filter === 'all' || filter === 'problem') {
      for (const facts of report.rows) {
        if (isWrong.has(facts.row)) continue
        all.push({ row: facts.row, state: 'problem', facts, problems: [], duplicate: undefined })
      }
    }
  } else if (filter === 'all' || filter === 'duplicate') {
    const wrong = new Set(rowProblems(report).map(({ row }) => row))
    for (const row of presentRows(report)) if (!wrong.has(row.row)) all.push(row)
  }
  const changesOf = new Map(report.updates.map(({ row, changes }) => [row, changes]))
  for (const state of ['update', 'new', 'unchanged'] as const) {
    if (counts.headings > 0 || (filter !== 'all' && filter !== state)) continue
    for (const facts of report.rows) {
      if (facts.state !== state || isWrong.has(facts.row)) continue
      const { row } = facts
      const changes = changesOf.get(row)
      all.push({ row, state, facts, problems: [], duplicate: undefined, changes })
    }
  }
  const total = {
    all: counts.total,
    new: counts.fresh,
    update: counts.changed,
    unchanged: counts.same,
    duplicate: counts.present,
    problem: counts.wrong,
  }[filter]
  const rows = all.slice(0, MOST_REPORTED_ROWS)
  return { rows, hidden: Math.max(0, total - rows.length) }
}

function wrongRows(report: BulkUploadReport): ReportRow[] {
  const factsOf = factsByRow(report)
  const problemsOf = new Map<number, Problem[]>()
  for (const problem of rowProblems(report)) {
    const others = problemsOf.get(problem.row)
    if (others) others.push(problem)
    else problemsOf.set(problem.row, [problem])
  }
  return [...problemsOf].map(([row, problems]) => ({
    row,
    state: 'problem',
    facts: factsOf.get(row),
    problems,
    duplicate: undefined,
  }))
}

function presentRows(report: BulkUploadReport): ReportRow[] {
  const factsOf = factsByRow(report)
  return report.duplicates.map((duplicate) => ({
    row: duplicate.row,
    state: 'duplicate',
    facts: factsOf.get(duplicate.row),
    problems: [],
    duplicate,
  }))
}

function factsByRow({ rows }: BulkUploadReport): Map<number, Facts> {
  return new Map(rows.map((facts) => [facts.row, facts]))
}

/** Returns the names of sent pictures that no new row uses, which suggests a typing error. */
export function unusedPictures(
  sent: Record<string, string>,
  { pictures }: BulkUploadReport,
): string[] {
  const used = new Set(Object.values(pictures).map(withoutEnding))
  return Object.entries(sent).flatMap(([name, key]) => (used.has(withoutEnding(key)) ? [] : [name]))
}

function withoutEnding(key: string) {
  return key.replace(/\.jpg$/, '')
}
