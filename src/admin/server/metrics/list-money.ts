import { businessDay } from '#app/shared/dates.ts'
import { type FigureList, type Listing, plainRow, wholeList } from './list.ts'
import { planWords, STANDING_WORDS } from './list-people.ts'
import {
  countPayments,
  countUnclaimedRows,
  findPayments,
  findUnclaimed,
} from './lists-people.queries.ts'
import { moneyOver } from './metrics.rules.ts'
import { lastMonths } from './periods.rules.ts'
import { sumPaymentsByDay } from './revenue.queries.ts'

/** Money that arrived, receipt by receipt. */
export function paymentList({ ctx: { db }, query }: Listing): FigureList {
  return {
    title: 'Payments',
    note: 'By when they arrived, in US dollars. What was paid back stands beside the payment it belongs to.',
    columns: [
      { label: 'Paid', type: 'moment' },
      { label: 'Account', type: 'text' },
      { label: 'Receipt', type: 'text' },
      { label: 'Plan', type: 'text' },
      { label: 'Taken', type: 'money' },
      { label: 'Paid back', type: 'money' },
      { label: 'Kept', type: 'money' },
    ],
    count: () => countPayments(db, query),
    find: async (slice) =>
      (await findPayments(db, query, slice)).map((payment) =>
        plainRow(payment.invoiceId, [
          payment.paidAt.toISOString(),
          payment.email ?? 'No account, or a deleted one',
          payment.number,
          payment.plan && planWords(payment.plan),
          payment.amountCents / 100,
          payment.refundedCents / 100,
          (payment.amountCents - payment.refundedCents) / 100,
        ]),
      ),
  }
}

export function revenueByMonth({ ctx }: Listing): FigureList {
  const months = lastMonths(businessDay(ctx.now()))
  return wholeList({
    title: 'Revenue by month',
    note: 'US dollars that arrived, by calendar month in Toronto. What was paid back is taken off the month of the payment.',
    columns: [
      { label: 'Month', type: 'month' },
      { label: 'Payments', type: 'count' },
      { label: 'Taken', type: 'money' },
      { label: 'Paid back', type: 'money' },
      { label: 'Kept', type: 'money' },
    ],
    async rows() {
      const [first, last] = [months[0]?.first ?? '', months.at(-1)?.last ?? '']
      const byDay = await sumPaymentsByDay(ctx.db, { first, last })
      return months.map((month) => {
        const { payments, taken, refunded, net } = moneyOver(month, (day) => byDay.get(day))
        return {
          ...plainRow(month.first, [month.first, payments, taken, refunded, net]),
          leadsTo: { rows: 'payments', from: month.first, to: month.last },
        }
      })
    },
  })
}

/** Whoever paid and has no account yet. */
export function unclaimedList({ ctx: { db } }: Listing): FigureList {
  return {
    title: 'Payments waiting for an account',
    note: 'Checkouts that are complete and that nobody has made an account for; who has waited longest comes first.',
    columns: [
      { label: 'Paid', type: 'moment' },
      { label: 'Email of the payment', type: 'text' },
      { label: 'Plan', type: 'text' },
      { label: 'Paid at once', type: 'money' },
      { label: 'Subscription', type: 'text' },
    ],
    count: () => countUnclaimedRows(db),
    find: async (slice) =>
      (await findUnclaimed(db, slice)).map((row) =>
        plainRow(row.id, [
          row.completedAt?.toISOString() ?? null,
          row.email,
          planWords(row.plan),
          row.amountTotal === null ? null : row.amountTotal / 100,
          row.status && (STANDING_WORDS[row.status] ?? row.status),
        ]),
      ),
  }
}
