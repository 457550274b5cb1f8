import type { FunnelStep, JoiningMetrics } from '#app/admin/metrics/metrics.contract.ts'
import { UNPAID_CHECKOUT_KEPT_MS } from '#app/membership/membership.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatDays } from '#app/shared/dates.ts'
import type { RowsLink } from './address.rules.ts'
import { Metric } from './Metric.tsx'
import { Length } from './Ranking.tsx'
import { percentWords, spanWords, stillOnTrialInWords } from './words.copy.ts'

const STEPS: Array<{ step: FunnelStep; name: string; counts: string }> = [
  {
    step: 'locked',
    name: 'Clicked a locked deal',
    counts: 'Clicks in this time, by anybody who may not open the deal.',
  },
  {
    step: 'started',
    name: 'Opened the payment page',
    counts: 'Payment pages opened in this time, from wherever. Each step below is of these.',
  },
  {
    step: 'completed',
    name: 'Completed it',
    counts: 'Paid, or began the trial. One refused as a second trial does not count.',
  },
  {
    step: 'claimed',
    name: 'Have an account',
    counts: 'The payment has found its account, new or there before.',
  },
  {
    step: 'paid',
    name: 'Made a first payment',
    counts: 'Money has arrived: at once, or after the trial.',
  },
]

/** The funnel from a locked deal to a first payment. */
export function JoiningReport({ period, span: wanted, funnel }: JoiningMetrics) {
  const { span, steps, onTrial } = funnel
  const most = Math.max(...Object.values(steps), 1)
  const dates = { from: span.first, to: span.last }
  const isEmpty = Object.values(steps).every((count) => count === 0)
  const joined = percentWords(steps.paid, steps.started)
  return (
    <>
      <div className="metrics-words">
        <p>
          {joined === undefined
            ? 'How people come from a locked deal to a first payment.'
            : `${joined} of the payment pages opened have led to a first payment.`}
          {onTrial > 0 && ` ${stillOnTrialInWords(onTrial)}`}
        </p>
        <p className="soft">
          {spanWords(span)}, as far as they have come by now.
          {span.first > wanted.first &&
            ` A payment page that nobody paid at is kept for ${formatDays(UNPAID_CHECKOUT_KEPT_MS)}, so this goes no further back.`}
        </p>
      </div>
      <div className="metrics-body">
        {isEmpty ? (
          <p className="soft">
            Nothing yet: the steps fill when somebody clicks a locked deal or opens a payment page.
          </p>
        ) : (
          <ol className="metrics-funnel">
            {STEPS.map(({ step, name, counts }, index) => {
              const before = STEPS[index - 1]
              const count = steps[step]
              const list: RowsLink =
                step === 'locked'
                  ? { rows: 'locked', ...dates }
                  : { rows: 'checkouts', step, ...dates }
              return (
                <li key={step}>
                  <p className="metrics-step">
                    <strong>{name}</strong>
                    <Metric period={period} list={list} isNothing={count === 0}>
                      {formatCount(count)}
                    </Metric>
                  </p>
                  <Length share={count / most} />
                  <p className="metrics-step-words soft">
                    <span>{counts}</span>
                    {before && <GoOn part={count} whole={steps[before.step]} />}
                  </p>
                </li>
              )
            })}
          </ol>
        )}
      </div>
    </>
  )
}

function GoOn({ part, whole }: { part: number; whole: number }) {
  const share = percentWords(part, whole)
  if (share === undefined) return null
  return (
    <span className="metrics-go-on">
      {share} go on, {formatCount(whole - part)} do not
    </span>
  )
}
