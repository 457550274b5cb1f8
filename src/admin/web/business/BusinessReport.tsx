import { type ReactNode, useId } from 'react'
import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import { Metric } from '#app/admin/web/metrics/Metric.tsx'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { formatRoundDollars } from '#app/shared/money.ts'
import { PERIOD } from './Figure.tsx'
import { JoinedReport } from './JoinedReport.tsx'
import { LeavingReport } from './LeavingReport.tsx'
import { RecurringReport } from './RecurringReport.tsx'
import { RenewalsReport } from './RenewalsReport.tsx'
import { TrialsReport } from './TrialsReport.tsx'
import { shareInWords, trialsInAll } from './words.copy.ts'

/** The whole report; each part says what it counts. */
export function BusinessReport(numbers: BusinessNumbers) {
  const { at, isKept, recurring, trials, leaving, renewals, joined } = numbers
  return (
    <>
      <header className="metrics-head">
        <div>
          <h1 className="title">Business numbers</h1>
          <p className="soft">
            As of {formatMoment(at)}
            {isKept && ', counted every hour'}, in US dollars and by the day in Toronto. Every
            figure is counted from payments, memberships and checkouts as they stand, and leads to
            its rows.
          </p>
        </div>
      </header>
      <Lead {...numbers} />
      <Part title="Recurring revenue">
        <RecurringReport {...recurring} />
      </Part>
      <Part title="From trial to paid">
        <TrialsReport trials={trials} />
      </Part>
      <Part title="Leaving">
        <LeavingReport {...leaving} />
      </Part>
      <Part title="Renewal by cohort">
        <RenewalsReport {...renewals} />
      </Part>
      <Part title="Where joiners came from">
        <JoinedReport {...joined} />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="metrics-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** The four most important numbers. */
function Lead({ recurring, trials, leaving, joined }: BusinessNumbers) {
  const { now } = recurring
  const month = leaving.months.at(-1)
  const left = (month?.kept ?? 0) + (month?.failed ?? 0)
  const begun = trialsInAll(trials)
  return (
    <dl className="metrics-lead">
      <div>
        <dt>A month</dt>
        <dd>
          <Metric
            period={PERIOD}
            list={{ rows: 'recurring' }}
            className="metrics-lead-number"
            isNothing={now.memberships === 0}
          >
            {formatRoundDollars(now.monthly)}
          </Metric>
          <span className="metrics-lead-words">
            {formatRoundDollars(now.monthly * 12)} a year, from{' '}
            {countOf(now.memberships, 'membership')}
          </span>
        </dd>
      </div>
      <div>
        <dt>Trials that became paid</dt>
        <dd>
          <Metric
            period={PERIOD}
            list={{ rows: 'trials-by-week' }}
            className="metrics-lead-number"
            isNothing={begun.decided === 0}
          >
            {shareInWords(begun.paid, begun.decided) ?? '–'}
          </Metric>
          <span className="metrics-lead-words">
            {formatCount(begun.paid)} of {formatCount(begun.decided)} in 26 weeks
          </span>
        </dd>
      </div>
      <div>
        <dt>Left this month</dt>
        <dd>
          <Metric
            period={PERIOD}
            list={{ rows: 'left', ...(month && { from: month.first, to: month.last }) }}
            className="metrics-lead-number"
            isNothing={left === 0}
          >
            {formatCount(left)}
          </Metric>
          <span className="metrics-lead-words">
            {formatCount(month?.failed ?? 0)} by a failed payment
          </span>
        </dd>
      </div>
      <div>
        <dt>Ending, a month</dt>
        <dd>
          <span className="metrics-lead-number">
            {formatRoundDollars(recurring.leaving.monthly)}
          </span>
          <span className="metrics-lead-words">
            {countOf(recurring.leaving.memberships, 'membership')} of these will not renew
          </span>
        </dd>
      </div>
      <div>
        <dt>Joined in 12 months</dt>
        <dd>
          <Metric
            period={PERIOD}
            list={{ rows: 'joined', from: joined.span.first, to: joined.span.last }}
            className="metrics-lead-number"
            isNothing={joined.all.joined === 0}
          >
            {formatCount(joined.all.joined)}
          </Metric>
          <span className="metrics-lead-words">
            {formatCount(joined.all.paid)} have paid by now
          </span>
        </dd>
      </div>
    </dl>
  )
}
