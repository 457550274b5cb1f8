import { readChanges } from '#app/admin/server/audit/changes.rules.ts'
import type { Warning } from '#app/deals/editing/warnings.facts.ts'
import type { ImportReport } from '#app/deals/server/import/report.ts'

const WIDEST = 60

/** Prints what should be known before the deals are published. */
export function printWarnings(warnings: Warning[]): void {
  if (warnings.length === 0) return
  console.log(`Warnings before this goes out (${warnings.length})`)
  printTable(
    ['Row', 'Deal', 'Warning'],
    warnings.map(({ row, name, words }) => [row === null ? '' : String(row), name, words]),
  )
}

/** Prints the report for a terminal. */
export function printReport(report: ImportReport): void {
  const { problems, duplicates, notes, updates, warnings } = report
  if (problems.length > 0) {
    console.log(`Problems (${problems.length})`)
    printTable(
      ['Row', 'Column', 'Value', 'Reason'],
      problems.map(({ row, column, value, reason }) => [String(row), column, value, reason]),
    )
  }
  if (duplicates.length > 0) {
    console.log(`Duplicates, left out (${duplicates.length})`)
    printTable(
      ['Row', 'Link', 'Same as'],
      duplicates.map(({ row, buyUrl, sameAs }) => [String(row), buyUrl, describePlace(sameAs)]),
    )
  }
  if (updates.length > 0) {
    const title = problems.length > 0 ? 'Changes, once the problems are put right' : 'Changes'
    console.log(`${title} (${updates.length})`)
    printTable(
      ['Row', 'Deal', 'Field', 'Before', 'After'],
      updates.flatMap(({ row, outcome }) =>
        readChanges(outcome.before, outcome.after).map(({ field, before, after }) => [
          String(row),
          outcome.label,
          field,
          before ?? 'nothing',
          after ?? 'nothing',
        ]),
      ),
    )
  }
  // Otherwise they were printed before anything was written.
  if (report.isDryRun && report.publishedCount > 0) printWarnings(warnings)
  for (const note of notes) console.log(`Note: ${printable(note)}`)
  console.log(summary(report))
}

function describePlace(place: ImportReport['duplicates'][number]['sameAs']): string {
  if ('row' in place) return `row ${place.row}`
  return `deal ${place.dealId}: ${place.brandName}, ${place.productName}`
}

function summary(report: ImportReport) {
  const { problems, rowCount, createdCount, updatedCount, unchangedCount, duplicates } = report
  const { isDryRun } = report
  const rows = counted(rowCount, 'row')
  if (problems.length > 0) {
    return `Nothing was imported: ${rows} checked, ${counted(problems.length, 'problem')} to put right.`
  }
  const same = unchangedCount > 0 ? `, ${unchangedCount} unchanged` : ''
  const rest = `${rows}, ${counted(duplicates.length, 'duplicate')}${same}`
  const isUpdate = updatedCount + unchangedCount > 0
  const deals = counted(createdCount, 'deal')
  const would = isDryRun ? ' would be' : ''
  const updated = isUpdate ? `, ${updatedCount}${would} updated` : ''
  const done = `${deals}${would} created${updated} (${rest}).`
  return isDryRun ? `Dry run, nothing was written: ${done}` : done
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function printTable(headings: string[], rows: string[][]): void {
  const table = [headings, ...rows].map((cells) => cells.map(printable))
  const widths = headings.map((_, column) =>
    Math.min(WIDEST, Math.max(...table.map((cells) => cells[column]?.length ?? 0))),
  )
  for (const cells of table) {
    const last = cells.length - 1
    const padded = cells.map((cell, column) =>
      column === last ? cell : shorten(cell).padEnd(widths[column] ?? 0),
    )
    console.log(`  ${padded.join('  ')}`)
  }
}

function shorten(text: string) {
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text
}

/** Strips control characters: a cell of the sheet must not move the terminal's cursor. */
function printable(text: string) {
  return text.replace(/\p{Cc}+/gu, ' ')
}
