import {
  joiningPlace,
  joiningSite,
  leavingReason,
  RENEWAL_YEARS,
} from '#app/admin/metrics/business.facts.ts'
import type { RowsQuery } from '#app/admin/metrics/metrics.contract.ts'
import { monthBefore } from '#app/admin/server/business/business.rules.ts'
import {
  readLeaving,
  readRecurring,
  readRenewals,
  readTrials,
  recurringMoment,
} from '#app/admin/server/business/business.ts'
import {
  countJoiners,
  countListedJoiners,
  countListedLeavers,
  findJoiners,
  findLeavers,
  type JoinedBy,
  type JoinOutcome,
  type LeavingMoney,
} from '#app/admin/server/business/coming-and-going.queries.ts'
import { countRunning, findRunning } from '#app/admin/server/business/recurring.queries.ts'
import { countCohort, findCohort } from '#app/admin/server/business/renewals.queries.ts'
import { businessDay } from '#app/shared/dates.ts'
import {
  type Listing,
  type ListRow,
  type MetricList,
  plainRow,
  planName,
  wholeList,
} from './list.ts'
import { spanOf } from './lists.queries.ts'

const NOBODY = 'No account, or a deleted one'

/** The payments behind the recurring revenue at the end of a day. */
export function recurringList({ ctx, query }: Listing): MetricList {
  const moment = recurringMoment(ctx.now(), query.to)
  return {
    title: 'Recurring revenue, payment by payment',
    note: 'The payment that each membership runs on, less what was sent back, shared out over the months it is for. Days that we gave prolong it. Trials, open payments and paused memberships are not counted.',
    columns: [
      { label: 'Account', type: 'text' },
      { label: 'Plan', type: 'text' },
      { label: 'Paid on', type: 'moment' },
      { label: 'Paid until', type: 'moment' },
      { label: 'Paid', type: 'money' },
      { label: 'Sent back', type: 'money' },
      { label: 'A month', type: 'money' },
    ],
    count: () => countRunning(ctx.db, moment),
    find: async (slice) =>
      (await findRunning(ctx.db, moment, slice)).map((row) =>
        plainRow(row.invoiceId, [
          row.email ?? NOBODY,
          planName(row.plan),
          row.paidAt.toISOString(),
          row.periodTo.toISOString(),
          row.amountCents / 100,
          row.refundedCents / 100,
          row.monthlyCents / 100,
        ]),
      ),
  }
}

export function recurringByMonth({ ctx }: Listing): MetricList {
  return wholeList({
    title: 'Recurring revenue by month',
    note: 'At the end of the last day of each month in Toronto; the last line is now. What was sent back since is taken off every month that its payment is for.',
    columns: [
      { label: 'On', type: 'day' },
      { label: 'Memberships', type: 'count' },
      { label: 'A month', type: 'money' },
    ],
    async rows() {
      const { months } = await readRecurring(ctx)
      return months.map(({ on, memberships, monthly }) => ({
        ...plainRow(on, [on, memberships, monthly]),
        leadsTo: { rows: 'recurring', to: on },
      }))
    },
  })
}

const OUTCOMES: Record<JoinOutcome, string> = {
  paid: 'Paid',
  trialing: 'On trial',
  left: 'Left, nothing paid',
  failed: 'The first payment failed',
}

export function trialsByWeek({ ctx }: Listing): MetricList {
  return wholeList({
    title: 'Trials by week',
    note: 'By the week in Toronto, from Monday on, in which they began, as far as they have come by now.',
    columns: [
      { label: 'Week from', type: 'day' },
      { label: 'Begun', type: 'count', isTotal: true },
      { label: 'Paid', type: 'count' },
      { label: 'On trial', type: 'count' },
      { label: 'Left', type: 'count' },
      { label: 'Payment failed', type: 'count' },
    ],
    async rows() {
      const weeks = await readTrials(ctx)
      return weeks.map(({ first, last, begun, paid, trialing, left, failed }) => ({
        ...plainRow(first, [first, begun, paid, trialing, left, failed]),
        leadsTo: { rows: 'joined', trial: 'yes', from: first, to: last },
      }))
    },
  })
}

/** Everybody who joined, with where they came from and their outcome. */
export function joinedList({ ctx: { db }, query }: Listing): MetricList {
  const wish = {
    span: spanOf(query),
    isTrial: query.trial === undefined ? undefined : query.trial === 'yes',
    outcome: query.outcome,
    site: orNull(query.site),
    place: orNull(query.place),
  }
  return {
    title: query.trial === 'yes' ? 'Trials' : 'Who joined',
    note: 'By when they paid, or began the trial. Trials refused as a second one, and payments made twice, are left out.',
    columns: [
      { label: 'Joined', type: 'moment' },
      { label: 'Account', type: 'text' },
      { label: 'Plan', type: 'text' },
      { label: 'Began as', type: 'text' },
      { label: 'By now', type: 'text' },
      { label: 'Came from', type: 'text' },
      { label: 'Went to join from', type: 'text' },
      { label: 'Before', type: 'text' },
    ],
    count: () => countListedJoiners(db, wish),
    find: async (slice) =>
      (await findJoiners(db, wish, slice)).map((row) =>
        plainRow(row.id, [
          row.completedAt.toISOString(),
          row.email ?? NOBODY,
          planName(row.plan),
          row.isTrial ? 'Trial' : 'Paid at once',
          OUTCOMES[row.outcome],
          joiningSite(row.cameFrom),
          joiningPlace(row.place),
          row.hadAccount ? 'Free account' : 'No account',
        ]),
      ),
  }
}

/** In addresses, `none` stands for those of whom nothing is known. */
function orNull(said: string | undefined): string | null | undefined {
  return said === 'none' ? null : said
}

const JOINED_BY: Record<JoinedBy, { title: string; label: string; note: string }> = {
  site: {
    title: 'Joined, by the site they came from',
    label: 'Site',
    note: 'The site that led to ours, as the browser named it when the payment page was opened. Many name none, and of whoever came on another day it is not known.',
  },
  place: {
    title: 'Joined, by where they went to join',
    label: 'Place',
    note: 'The page of ours from which they went to the plans.',
  },
}

export function joinedBy(by: JoinedBy, { ctx, query }: Listing): MetricList {
  const { title, label, note } = JOINED_BY[by]
  return wholeList({
    title,
    note,
    columns: [
      { label, type: 'text' },
      { label: 'Joined', type: 'count' },
      { label: 'Paid by now', type: 'count' },
    ],
    async rows() {
      const span = yearOf(ctx.now(), query)
      const named = by === 'site' ? joiningSite : joiningPlace
      return (await countJoiners(ctx.db, span, by)).map(({ name, joined, paid }) => ({
        ...plainRow(name ?? 'none', [named(name), joined, paid]),
        leadsTo: { rows: 'joined', [by]: name ?? 'none', from: span.first, to: span.last },
      }))
    },
  })
}

const MONEY: Record<LeavingMoney, string> = {
  trial: 'On trial, nothing paid',
  kept: 'Paid, nothing sent back',
  back: 'Paid, and sent back',
  failed: 'A payment failed',
}

/** Everybody who left, with the reason. */
export function leftList({ ctx: { db }, query }: Listing): MetricList {
  const wish = {
    span: spanOf(query),
    reason: query.reason,
    hasFailed: query.outcome === undefined ? undefined : query.outcome === 'failed',
  }
  return {
    title: 'Who left',
    note: 'By when the membership ended. Why is what they chose on the pages of the payment provider, if they said it.',
    columns: [
      { label: 'Ended', type: 'moment' },
      { label: 'Account', type: 'text' },
      { label: 'Plan', type: 'text' },
      { label: 'Member since', type: 'moment' },
      { label: 'Why', type: 'text' },
      { label: 'Money', type: 'text' },
      { label: 'Paid in all', type: 'money' },
      { label: 'Sent back', type: 'money' },
    ],
    count: () => countListedLeavers(db, wish),
    find: async (slice) =>
      (await findLeavers(db, wish, slice)).map((row) =>
        plainRow(row.id, [
          row.endedAt.toISOString(),
          row.email ?? NOBODY,
          planName(row.plan),
          row.createdAt.toISOString(),
          leavingReason(row.reason),
          MONEY[row.money],
          (row.paidCents ?? 0) / 100,
          (row.refundedCents ?? 0) / 100,
        ]),
      ),
  }
}

export function leftByReason({ ctx, query }: Listing): MetricList {
  return wholeList({
    title: 'Left, by reason',
    note: 'The last twelve months: who left, by why, and by what became of their money.',
    columns: [
      { label: 'Why', type: 'text' },
      { label: 'All', type: 'count', isTotal: true },
      { label: 'On trial', type: 'count' },
      { label: 'Payment kept', type: 'count' },
      { label: 'Sent back', type: 'count' },
      { label: 'Payment failed', type: 'count' },
    ],
    async rows() {
      const { reasons } = await readLeaving(ctx)
      const { first, last } = yearOf(ctx.now(), query)
      return reasons.map(({ reason, trial, kept, back, failed }) => ({
        ...plainRow(reason, [
          leavingReason(reason),
          trial + kept + back + failed,
          trial,
          kept,
          back,
          failed,
        ]),
        leadsTo: { rows: 'left', reason, from: first, to: last },
      }))
    },
  })
}

/** One line for each renewal of each cohort. */
export function renewalList({ ctx, query }: Listing): MetricList {
  return wholeList({
    title: query.interval === 'year' ? 'Renewal by cohort: annual' : 'Renewal by cohort: monthly',
    note: 'Memberships by the month of their first payment. Of each renewal: how many are due by now, and how many of those are paid. A charge is waited for three days; a payment that went back whole is none.',
    columns: [
      { label: 'First paid in', type: 'month' },
      { label: 'Joined', type: 'count' },
      { label: 'Renewal', type: 'text' },
      { label: 'Due', type: 'count' },
      { label: 'Renewed', type: 'count' },
    ],
    async rows() {
      const interval = query.interval ?? 'month'
      const renewals = await readRenewals(ctx)
      const cohorts = interval === 'year' ? renewals.annual : renewals.monthly
      return cohorts.flatMap(({ first, last, joined, renewals: of }): ListRow[] =>
        of.flatMap(({ due, renewed }, index) =>
          due === 0
            ? []
            : {
                ...plainRow(`${first}-${index}`, [first, joined, `No. ${index + 1}`, due, renewed]),
                leadsTo: { rows: 'cohort', interval, from: first, to: last },
              },
        ),
      )
    },
  })
}

/** The memberships of a cohort. */
export function cohortList({ ctx, query }: Listing): MetricList {
  const isYearly = query.interval === undefined ? undefined : query.interval === 'year'
  const today = businessDay(ctx.now())
  const first = query.from ?? monthBefore(today, RENEWAL_YEARS * 12)
  const narrowing = { now: ctx.now(), span: { first, last: query.to ?? today }, isYearly }
  return {
    title: 'A cohort, membership by membership',
    note: 'By the first payment that was not sent back whole. Renewals are counted in months or years, as the first payment was for.',
    columns: [
      { label: 'First paid', type: 'moment' },
      { label: 'Account', type: 'text' },
      { label: 'Plan now', type: 'text' },
      { label: 'Renewals due', type: 'count' },
      { label: 'Renewals paid', type: 'count' },
      { label: 'Paid in all', type: 'money' },
      { label: 'Sent back', type: 'money' },
      { label: 'Ended', type: 'moment' },
    ],
    count: () => countCohort(ctx.db, narrowing),
    find: async (slice) =>
      (await findCohort(ctx.db, { ...narrowing, ...slice })).map((row) =>
        plainRow(row.subscriptionId, [
          row.firstAt.toISOString(),
          row.email ?? NOBODY,
          planName(row.plan),
          row.due,
          row.renewed,
          row.amountCents / 100,
          row.refundedCents / 100,
          row.endedAt?.toISOString() ?? null,
        ]),
      ),
  }
}

/** Returns the last twelve months, unless other days are asked for. */
function yearOf(now: Date, { from, to }: Pick<RowsQuery, 'from' | 'to'>) {
  const today = businessDay(now)
  return { first: from ?? monthBefore(today, 11), last: to ?? today }
}
