import { MEMBERSHIP_STATUS_NAMES } from '#app/admin/metrics/metrics.facts.ts'
import { UNPAID_CHECKOUT_KEPT_MS } from '#app/membership/membership.facts.ts'
import { businessDay, formatDays } from '#app/shared/dates.ts'
import { centsToDollars } from '#app/shared/money.ts'
import { type Listing, type MetricList, plainRow, planName, wholeList } from './list.ts'
import {
  countListedCheckouts,
  countListedPayments,
  countPeople,
  countTrials,
  countUnclaimedRows,
  findCheckouts,
  findListedPayments,
  findPeople,
  findTrials,
  findUnclaimed,
} from './lists.queries.ts'
import { sumPaymentsByDay } from './metrics.queries.ts'
import { moneyOver } from './metrics.rules.ts'
import { trialDays } from './metrics.ts'
import { lastMonths } from './periods.rules.ts'

/** A status that this version does not know is shown under the provider's name. */
const STATUS_NAMES: Record<string, string> = MEMBERSHIP_STATUS_NAMES

const STEP_TITLES = {
  started: 'Payment pages opened',
  completed: 'Checkouts completed',
  claimed: 'Checkouts with an account',
  paid: 'Checkouts with a first payment',
}
const CHECKOUT_STATUS_NAMES: Record<string, string> = {
  open: 'Open',
  expired: 'Left',
  failed: 'Failed',
  complete: 'Completed',
  'trial-refused': 'Refused: not the first trial',
}

/** Checkouts, and the step that each has reached. */
export function checkoutList({ ctx: { db }, query }: Listing): MetricList {
  return {
    title: STEP_TITLES[query.step],
    note: `By when the payment page was opened. Pages that nobody paid at are kept for ${formatDays(UNPAID_CHECKOUT_KEPT_MS)}.`,
    columns: [
      { label: 'Opened', type: 'moment' },
      { label: 'Plan', type: 'text' },
      { label: 'Email of the payment', type: 'text' },
      { label: 'Checkout', type: 'text' },
      { label: 'Completed', type: 'moment' },
      { label: 'Account', type: 'text' },
      { label: 'First payment', type: 'text' },
    ],
    count: () => countListedCheckouts(db, query),
    find: async (slice) =>
      (await findCheckouts(db, query, slice)).map((row) =>
        plainRow(row.id, [
          row.createdAt.toISOString(),
          planName(row.plan),
          row.email,
          CHECKOUT_STATUS_NAMES[row.status] ?? row.status,
          row.completedAt?.toISOString() ?? null,
          row.isClaimed ? (row.account ?? 'Deleted account') : null,
          row.isPaid ? 'Arrived' : row.isCompleted && row.isTrialing ? 'On trial' : null,
        ]),
      ),
  }
}

/** Accounts by the status of their membership. */
export function memberList({ ctx: { db }, query }: Listing): MetricList {
  const { standing } = query
  return {
    title: titleOf(standing),
    note: 'As it is now. Of several subscriptions, one that opens the feed decides, else the latest.',
    columns: [
      { label: 'Account', type: 'text' },
      { label: 'Standing', type: 'text' },
      { label: 'Plan', type: 'text' },
      { label: 'Account since', type: 'moment' },
      { label: 'Paid or ran until', type: 'moment' },
    ],
    count: () => countPeople(db, query),
    find: async (slice) =>
      (await findPeople(db, query, slice)).map((person) =>
        plainRow(person.id, [
          person.email,
          STATUS_NAMES[person.standing] ?? person.standing,
          person.plan && planName(person.plan),
          person.joinedAt.toISOString(),
          person.until?.toISOString() ?? null,
        ]),
      ),
  }
}

function titleOf(standing: string): string {
  if (standing === 'members') return 'Members'
  if (standing === 'all') return 'Accounts'
  return `Accounts: ${STATUS_NAMES[standing] ?? standing}`
}

export function trialList({ ctx, query }: Listing): MetricList {
  const now = ctx.now()
  const ahead = { now, lastDay: trialDays(now).last }
  return {
    title: 'Trials that end soon',
    note: 'Today and in the six days after it. Those that are cancelled will not be charged.',
    columns: [
      { label: 'Ends', type: 'moment' },
      { label: 'Account', type: 'text' },
      { label: 'Plan', type: 'text' },
      { label: 'Then', type: 'text' },
    ],
    count: () => countTrials(ctx.db, query, ahead),
    find: async (slice) =>
      (await findTrials(ctx.db, query, { ...slice, ...ahead })).map((trial) =>
        plainRow(trial.id, [
          trial.endsAt.toISOString(),
          trial.email ?? 'No account yet',
          planName(trial.plan),
          trial.isLeaving ? 'Leaves' : 'First payment',
        ]),
      ),
  }
}

/** Payments by the time they arrived. */
export function paymentList({ ctx: { db }, query }: Listing): MetricList {
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
    count: () => countListedPayments(db, query),
    find: async (slice) =>
      (await findListedPayments(db, query, slice)).map((payment) =>
        plainRow(payment.invoiceId, [
          payment.paidAt.toISOString(),
          payment.email ?? 'No account, or a deleted one',
          payment.number,
          payment.plan && planName(payment.plan),
          payment.amountCents / 100,
          payment.refundedCents / 100,
          (payment.amountCents - payment.refundedCents) / 100,
        ]),
      ),
  }
}

export function revenueByMonth({ ctx }: Listing): MetricList {
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

/** People who paid and have no account yet. */
export function unclaimedList({ ctx: { db } }: Listing): MetricList {
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
          planName(row.plan),
          centsToDollars(row.amountTotal),
          row.status && (STATUS_NAMES[row.status] ?? row.status),
        ]),
      ),
  }
}
