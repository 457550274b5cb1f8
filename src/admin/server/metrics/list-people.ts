import { type FigureList, type Listing, plainRow } from './list.ts'
import {
  countCheckouts,
  countPeople,
  countTrials,
  findCheckouts,
  findPeople,
  findTrials,
} from './lists-people.queries.ts'
import { trialDays } from './metrics.ts'

export const STANDING_WORDS: Record<string, string> = {
  active: 'Active',
  trialing: 'On trial',
  ending: 'Ending',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  incomplete: 'Not started',
  incomplete_expired: 'Never started',
  paused: 'Paused',
  canceled: 'Canceled',
  none: 'Free account',
}

const STEP_WORDS = {
  started: 'Payment pages opened',
  completed: 'Checkouts completed',
  claimed: 'Checkouts with an account',
  paid: 'Checkouts with a first payment',
}
const STATUS_WORDS: Record<string, string> = {
  open: 'Open',
  expired: 'Left',
  failed: 'Failed',
  complete: 'Completed',
  'trial-refused': 'Refused: not the first trial',
}

/** Payment pages, and how far each came. */
export function checkoutList({ ctx: { db }, query }: Listing): FigureList {
  return {
    title: STEP_WORDS[query.step],
    note: 'By when the payment page was opened. Pages that nobody paid at are kept for 30 days.',
    columns: [
      { label: 'Opened', type: 'moment' },
      { label: 'Plan', type: 'text' },
      { label: 'Email of the payment', type: 'text' },
      { label: 'Checkout', type: 'text' },
      { label: 'Completed', type: 'moment' },
      { label: 'Account', type: 'text' },
      { label: 'First payment', type: 'text' },
    ],
    count: () => countCheckouts(db, query),
    find: async (slice) =>
      (await findCheckouts(db, query, slice)).map((row) =>
        plainRow(row.id, [
          row.createdAt.toISOString(),
          planWords(row.plan),
          row.email,
          STATUS_WORDS[row.status] ?? row.status,
          row.completedAt?.toISOString() ?? null,
          row.isClaimed ? (row.account ?? 'Deleted account') : null,
          row.isPaid ? 'Arrived' : row.isCompleted && row.isTrialing ? 'On trial' : null,
        ]),
      ),
  }
}

/** Accounts by how they stand. */
export function memberList({ ctx: { db }, query }: Listing): FigureList {
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
          STANDING_WORDS[person.standing] ?? person.standing,
          person.plan && planWords(person.plan),
          person.joinedAt.toISOString(),
          person.until?.toISOString() ?? null,
        ]),
      ),
  }
}

function titleOf(standing: string): string {
  if (standing === 'members') return 'Members'
  if (standing === 'all') return 'Accounts'
  return `Accounts: ${STANDING_WORDS[standing] ?? standing}`
}

export function trialList({ ctx, query }: Listing): FigureList {
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
          planWords(trial.plan),
          trial.isLeaving ? 'Leaves' : 'First payment',
        ]),
      ),
  }
}

export function planWords(plan: string): string {
  return plan === 'annual' ? 'Annual' : 'Monthly'
}
