import { REPORT_WORDS } from '#app/reports/reports.copy.ts'
import type { ToldReport } from '#app/reports/reports-desk.contract.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { detailInWords, teller } from './words.copy.ts'

/** What somebody reported, and when; never who. */
export function ToldEntry({ report }: { report: ToldReport }) {
  const { kind, words, reportedAt } = report
  const detail = detailInWords(report)
  return (
    <li>
      <p>
        <strong>{REPORT_WORDS[kind]}</strong>
        {detail !== '' && `: ${detail}`}
      </p>
      {words !== null && <blockquote>{words}</blockquote>}
      <p className="soft">{`${teller(report)} · ${formatMoment(reportedAt)}`}</p>
    </li>
  )
}
