import type { BroughtMetrics } from '#app/admin/metrics/metrics.contract.ts'
import { answeredWithin } from '#app/reports/reports.copy.ts'
import { ageInWords, countOf, formatCount } from '#app/shared/counts.ts'
import { formatDollars } from '#app/shared/money.ts'
import type { RowsLink } from './address.rules.ts'
import { Metric } from './Metric.tsx'
import { CsvLink } from './MetricTable.tsx'
import { changeWords } from './words.copy.ts'

/** Trips and their outcomes, price checks, reports, and what people save and follow. */
export function BroughtReport(metrics: BroughtMetrics) {
  const { period, span, trips, tripsBefore, recorded, confirmed, returned, rejected } = metrics
  const { checks, reports, kept } = metrics
  const dates = { from: span.first, to: span.last }
  const bought = recorded + confirmed + returned + rejected
  const share = (part: number) => (bought === 0 ? '' : ` (${Math.round((part * 100) / bought)}%)`)
  return (
    <>
      <div className="metrics-words">
        <p>
          <Metric period={period} list={{ rows: 'trips', ...dates }} isNothing={trips === 0}>
            {countOf(trips, 'trip')}
          </Metric>{' '}
          of members. {changeWords(trips, tripsBefore, period)}. Of {countOf(bought, 'purchase')} on
          them {formatCount(recorded)}
          {share(recorded)} recorded, {formatCount(confirmed)}
          {share(confirmed)} confirmed, {formatCount(returned)}
          {share(returned)} returned, {formatCount(rejected)}
          {share(rejected)} rejected.
        </p>
        <p>
          {formatDollars(metrics.saved)} saved as confirmed, {formatDollars(metrics.commission)} of
          commission.
        </p>
        <p>
          <Metric period={period} list={{ rows: 'checks' }} isNothing={checks.deals === 0}>
            {`${formatCount(checks.checked)} of ${countOf(checks.deals, 'living deal')}`}
          </Metric>{' '}
          looked at for certain within 24 hours
          {checks.oldestHours !== null && `, the longest ago ${ageInWords(checks.oldestHours)}`}
          {checks.never > 0 && `, ${formatCount(checks.never)} never`}.
        </p>
        <p>
          <Metric
            period={period}
            list={{ rows: 'reports', ...dates }}
            isNothing={reports.reported === 0}
          >
            {countOf(reports.reported, 'report')}
          </Metric>
          , {formatCount(reports.answered)} answered
          {reports.medianHours !== null &&
            answeredWithin(
              reports.answered,
              countOf(Math.max(1, Math.ceil(reports.medianHours)), 'hour'),
            )}
          .
        </p>
        <p>
          <Metric period={period} list={{ rows: 'saves', ...dates }} isNothing={kept.saves === 0}>
            {countOf(kept.saves, 'deal')} saved
          </Metric>
          ,{' '}
          <Metric
            period={period}
            list={{ rows: 'follows', ...dates }}
            isNothing={kept.follows === 0}
          >
            {countOf(kept.follows, 'thing')} followed
          </Metric>
          .{' '}
          <Metric period={period} list={{ rows: 'kept-by-day', ...dates }}>
            {countOf(kept.alerts, 'alert')} sent by mail
          </Metric>
          , {formatCount(kept.opened)} opened by a click, {countOf(kept.wentOn, 'click')} on deals
          from mail.
        </p>
      </div>
      <div className="metrics-body">
        <ul className="metrics-lists">
          {LISTS.map(({ label, rows }) => {
            const list: RowsLink = rows === 'checks' ? { rows } : { rows, ...dates }
            return (
              <li key={rows}>
                <Metric period={period} list={list}>
                  {label}
                </Metric>{' '}
                <CsvLink list={list} />
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

const LISTS = [
  { label: 'Trips by deal', rows: 'trips-by-deal' },
  { label: 'Trips by brand', rows: 'trips-by-brand' },
  { label: 'Trips by retailer', rows: 'trips-by-retailer' },
  { label: 'Trips by day', rows: 'trips-by-day' },
  { label: 'Looks at prices', rows: 'checks' },
  { label: 'Reports', rows: 'reports' },
  { label: 'Saved deals', rows: 'saves' },
  { label: 'Saved deals by deal', rows: 'saves-by-deal' },
  { label: 'Follows', rows: 'follows' },
  { label: 'Follows by what is followed', rows: 'follows-by-what' },
  { label: 'Saved, followed, told by day', rows: 'kept-by-day' },
] as const
