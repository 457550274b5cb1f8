import { useEffect, useRef, useState } from 'react'
import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { WarningGroups } from '#app/admin/web/shell/Warnings.tsx'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { ReportRows } from './ReportRows.tsx'
import { countRows, headingProblems, type RowCounts, type RowFilter } from './report.rules.ts'
import { SheetReading } from './SheetReading.tsx'
import { missingPicturesInWords, summaryInWords, warningsInWords } from './words.copy.ts'

type Props = {
  report: BulkUploadReport
  /** Names of sent pictures that no new row uses. */
  unused: string[]
  choices: SheetChoices
  onSay: (choices: SheetChoices) => void
}

/** What a sheet would do: in one line, as a bar, and row by row. */
export function RowReport({ report, unused, choices, onSay }: Props) {
  const counts = countRows(report)
  const [filter, setFilter] = useState<RowFilter>(counts.wrong > 0 ? 'problem' : 'all')
  const headings = headingProblems(report)
  const missing = missingPicturesInWords(report)
  const heading = useRef<HTMLHeadingElement>(null)

  // A long sheet pushes the report below the fold; after a recheck, the button that asked for it is gone.
  const isAgain = useRef(Object.keys(choices).length > 0)
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' })
    if (isAgain.current) heading.current?.focus({ preventScroll: true })
  }, [])

  const filters: Array<{ filter: RowFilter; words: string; count: number }> = [
    { filter: 'all', words: 'All', count: counts.total },
    { filter: 'new', words: 'New', count: counts.fresh },
    ...(choices.isUpdating
      ? ([
          { filter: 'update', words: 'Updated', count: counts.changed },
          { filter: 'unchanged', words: 'Unchanged', count: counts.same },
        ] as const)
      : []),
    {
      filter: 'duplicate',
      words: choices.isUpdating ? 'Said twice' : 'Already there',
      count: counts.present,
    },
    { filter: 'problem', words: choices.isUpdating ? 'Refused' : 'Wrong', count: counts.wrong },
  ]
  return (
    <section className="bulk-report" aria-labelledby="bulk-summary">
      <h3 id="bulk-summary" ref={heading} tabIndex={-1}>
        <span className="soft">{report.fileName}</span> <span>{summaryInWords(report)}</span>
      </h3>
      <OutcomeBar counts={counts} />
      {headings.length > 0 && (
        <ul className="bulk-refused">
          {headings.map(({ column, reason }) => (
            <li key={column + reason}>
              <strong>{column}</strong> {reason}.
            </li>
          ))}
        </ul>
      )}
      <SheetReading report={report} choices={choices} onSay={onSay} />
      {missing && <p className="bulk-missing">{missing}</p>}
      {report.notes.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
      {report.warnings.length > 0 && (
        <details className="bulk-warnings">
          <summary>{warningsInWords(report)}</summary>
          <WarningGroups groups={report.warnings} isOpen={false} />
        </details>
      )}
      {unused.length > 0 && (
        <p className="soft">{`No new row uses these pictures: ${unused.slice(0, 20).join(', ')}.`}</p>
      )}
      <fieldset className="bulk-filters">
        <legend className="sr">Which rows to show</legend>
        {filters.map((each) => (
          <button
            key={each.filter}
            type="button"
            className="chip"
            data-rows={each.filter}
            aria-pressed={each.filter === filter}
            disabled={each.count === 0 && each.filter !== 'all'}
            onClick={() => setFilter(each.filter)}
          >
            {each.words} <span className="tabular-nums">{formatCount(each.count)}</span>
          </button>
        ))}
      </fieldset>
      <ReportRows key={filter} report={report} filter={filter} choices={choices} onSay={onSay} />
    </section>
  )
}

const WIDTH = 1000

/** The outcomes of the rows, drawn to scale; the words stand beside it. */
function OutcomeBar({ counts }: { counts: RowCounts }) {
  const { total, fresh, present, wrong, changed, same } = counts
  const shares = [
    { name: 'new', rows: fresh },
    { name: 'update', rows: changed },
    { name: 'unchanged', rows: same },
    { name: 'duplicate', rows: present },
    { name: 'problem', rows: wrong },
  ].filter(({ rows }) => rows > 0)
  const sum = Math.max(total, 1)
  let at = 0
  return (
    <svg
      className="bulk-shares"
      viewBox={`0 0 ${WIDTH} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shares.map(({ name, rows }) => {
        const x = at
        // At least four units wide, so that one row of ten thousand is visible.
        const width = Math.max(4, (rows / sum) * WIDTH)
        at += width
        return <rect key={name} data-rows={name} x={x} y={0} width={width} height={10} />
      })}
    </svg>
  )
}
