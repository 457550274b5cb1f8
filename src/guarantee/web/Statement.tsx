import type { Guarantee, YearPayment, YearSaving } from '#app/guarantee/guarantee.contract.ts'
import { dueInWords, wayBack } from '#app/guarantee/guarantee.copy.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'

const ROW =
  'flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-hairline py-4 tabular-nums sm:grid sm:grid-cols-[11rem_1fr_8rem]'

/** Lists the year's payments, named as on a bank statement, and how much of each is refunded. */
export function YearPayments({ guarantee }: { guarantee: Guarantee }) {
  const { payments, state, toPay, paidBack } = guarantee
  const isPaid = state === 'paid'
  const total = isPaid ? paidBack : toPay
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="caps mb-4 text-ink-soft">
        Paid for this year
      </h2>
      <ul className="border-t border-hairline">
        {payments.map((payment) => (
          <Payment
            key={`${payment.paidOn} ${payment.amount} ${payment.due}`}
            payment={payment}
            isAsked={ASKED.has(state)}
          />
        ))}
      </ul>
      {ASKED.has(state) && (
        <p className={`${ROW} border-ink font-semibold`}>
          <span className="sm:col-span-2">{isPaid ? 'Paid back' : 'To be paid back'}</span>
          <span className="ml-auto text-right">{formatDollars(total)}</span>
        </p>
      )}
    </section>
  )
}

const ASKED = new Set(['open', 'waiting', 'held', 'paying', 'paid'])

function Payment({ payment, isAsked }: { payment: YearPayment; isAsked: boolean }) {
  const { paidOn, amount, due } = payment
  const more = dueInWords(payment)
  return (
    <li className={ROW}>
      <span>{formatDate(paidOn)}</span>
      <span className="text-sm text-ink-soft max-sm:order-3 max-sm:basis-full">
        {wayBack(payment)}
        {more && `: ${more}`}
      </span>
      <span className="ml-auto text-right">
        {formatDollars(amount)}
        {isAsked && due !== amount && (
          <span className="block text-sm text-ink-soft">{formatDollars(due)} back</span>
        )}
      </span>
    </li>
  )
}

/** Lists the purchases that the meter adds up. */
export function YearSavings({ savings }: { savings: YearSaving[] }) {
  return (
    <section aria-labelledby="savings">
      <h2 id="savings" className="caps mb-4 text-ink-soft">
        Saved in this year
      </h2>
      {savings.length === 0 ? (
        <p className="max-w-[34rem] text-ink-soft">
          Nothing is recorded. What you buy by a link of ours counts once you say that you bought
          it, or the retailer’s network does.
        </p>
      ) : (
        <ul className="border-t border-hairline">
          {savings.map(({ boughtOn, brandName, saving, isConfirmed, isWaiting }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two purchases of a day may be alike
            <li key={index} className={ROW}>
              <span>{formatDate(boughtOn)}</span>
              <span className="max-sm:order-3 max-sm:basis-full">
                {brandName}
                <span className="text-sm text-ink-soft">
                  {isWaiting
                    ? ', confirmed, its price is looked at'
                    : isConfirmed
                      ? ', confirmed'
                      : ', recorded'}
                </span>
              </span>
              <span className="ml-auto text-right">{formatDollars(saving)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
