import type { MemberMetrics, Period } from '#app/admin/metrics.contract.ts'
import { momentInToronto } from '#app/admin/web/shell/times.rules.ts'
import { Metric } from './Metric.tsx'
import { moneyWords, numberOf } from './words.copy.ts'

type Props = { period: Period; unclaimed: MemberMetrics['unclaimed'] }

/** Somebody has paid and cannot come in yet. */
export function UnclaimedTable({ period, unclaimed }: Props) {
  const { count, amount, oldestAt } = unclaimed
  return (
    <div>
      <h3>Payments waiting for an account</h3>
      {count === 0 ? (
        <p className="soft">None. Every payment has found its account.</p>
      ) : (
        <>
          <p>
            <Metric period={period} list={{ rows: 'unclaimed' }}>
              {numberOf(count, 'payment')}
            </Metric>
            {amount > 0 ? `, ${moneyWords(amount)} of it paid at once` : ', all of them trials'}.
          </p>
          {oldestAt && <p>The oldest since {momentInToronto(oldestAt)}.</p>}
          <p className="soft">
            Whoever paid was sent a link to make the account. Write to those who did not.
          </p>
        </>
      )}
    </div>
  )
}
