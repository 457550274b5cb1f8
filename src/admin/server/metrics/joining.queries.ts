import { sql } from 'kysely'
import type { FunnelStep, Span } from '#app/admin/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { within } from './days.queries.ts'

/** Anybody may report a click on a locked deal; about a deal that is none, it says nothing. */
const lockedClicks = (span: Partial<Span>) => sql`
  events join deals on deals.id = events.data->>'dealId'
  where events.type = 'locked-deal-click' and ${within('events.happenedAt', span)}`

export async function countLockedClicks(db: Database, span: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${lockedClicks(span)}`.execute(db)
  return rows[0]?.count ?? 0
}

type Slice = { offset: number; limit: number }

/** Locked deals by how often they were clicked; `count` says how many there are in all. */
export async function rankLockedDeals(db: Database, span: Partial<Span>, { offset, limit }: Slice) {
  const { rows } = await sql<{ id: string; clicks: number; count: number }>`
    select deals.id, count(*) as clicks, count(*) over () as count
    from ${lockedClicks(span)}
    group by deals.id order by clicks desc, deals.id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

type Paying = Record<Exclude<FunnelStep, 'locked'> | 'onTrial', number>

/** Of the payment pages opened in this time, how many came how far until now. */
export async function countCheckoutSteps(db: Database, span: Span): Promise<Paying> {
  const { rows } = await sql<Paying>`
    select count(*) as started,
      count(*) filter (where is_completed) as completed,
      count(*) filter (where is_claimed) as claimed,
      count(*) filter (where is_paid) as paid,
      count(*) filter (where is_completed and not is_paid and is_trialing) as on_trial
    from (${checkoutSteps(span)}) as steps`.execute(db)
  return rows[0] ?? { started: 0, completed: 0, claimed: 0, paid: 0, onTrial: 0 }
}

/** Each payment page that was opened, and how far it came; each step is of those before it. */
export function checkoutSteps(span: Partial<Span>) {
  return sql`
    select each.id, each.created_at, each.is_completed, each.is_completed and each.is_claimed as is_claimed,
      each.is_completed and each.is_claimed and each.is_paid as is_paid, each.is_trialing
    from (
      select checkouts.id, checkouts.created_at,
        checkouts.status = 'complete' as is_completed,
        checkouts.claimed_at is not null as is_claimed,
        exists (
          select from payments where payments.subscription_id = checkouts.subscription_id
        ) as is_paid,
        coalesce(subscriptions.status = 'trialing', false) as is_trialing
      from checkouts left join subscriptions on subscriptions.id = checkouts.subscription_id
      where checkouts.session_id is not null and ${within('checkouts.createdAt', span)}
    ) as each`
}
