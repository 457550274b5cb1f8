import { sql } from 'kysely'
import type { Span } from '#app/admin/metrics/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { dayOf, isWithin } from '#app/db/days.ts'
import type { FollowKind } from '#app/follows/follows.facts.ts'

/** Set to narrow a list to one deal, brand or retailer. */
type KeptNarrowed = Partial<Span> & {
  [key in 'dealId' | 'brandId' | 'retailerId']?: string | undefined
}
type Range = { limit: number; offset?: number }

function isOfDays({ first, last }: Partial<Span>) {
  return sql`(${first ?? null}::date is null or day >= ${first ?? null}::date)
    and (${last ?? null}::date is null or day <= ${last ?? null}::date)`
}

/** Counts by day: saves, follows, alerts sent, visits from them, and clicks from mail. */
export async function countKeptByDay(db: Database, span: Partial<Span>) {
  const { rows } = await sql<{ day: string; what: string; count: number }>`
    select ${dayOf('saved_at')} as day, 'saves' as what, count(*)::integer as count
      from saved_deals where removed_at is null and ${isWithin('saved_at', span)} group by 1
    union all
    select ${dayOf('created_at')}, 'follows', count(*)::integer
      from follows where not is_hidden and ${isWithin('created_at', span)} group by 1
    union all
    select ${dayOf('finished_at')}, 'alerts', count(*)::integer
      from mails where stream = 'alerts' and state = 'sent' and ${isWithin('finished_at', span)} group by 1
    union all
    select day, 'opened', people from mail_arrivals
      where stream = 'alerts' and ${isOfDays(span)}
    union all
    select ${dayOf('clicked_at')}, 'went-on', count(*)::integer
      from clicks where kind = 'click' and click_type = 'mail' and ${isWithin('clicked_at', span)} group by 1
  `.execute(db)
  return rows
}

const savesWhere = ({ dealId, ...span }: KeptNarrowed) => sql`where removed_at is null
  and ${isWithin('saved_at', span)} and ${is('deal_id', dealId)}`
const followsWhere = ({ brandId, retailerId, ...span }: KeptNarrowed) => sql`where not is_hidden
  and ${isWithin('created_at', span)} and ${is('brand_id', brandId)} and ${is('retailer_id', retailerId)}`

function is(column: string, value: string | undefined) {
  return value === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`
}

export async function countListedSaves(db: Database, query: KeptNarrowed): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from saved_deals ${savesWhere(query)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns saves, newest first, without who made them. */
export async function findListedSaves(
  db: Database,
  query: KeptNarrowed,
  { limit, offset = 0 }: Range,
) {
  const { rows } = await sql<{ dealId: string; savedAt: Date; hasTarget: boolean }>`
    select deal_id, saved_at, target_cents is not null as has_target
    from saved_deals ${savesWhere(query)}
    order by saved_at desc, deal_id, user_id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** Returns deals by saves, the most saved first. */
export async function sumSavesByDeal(db: Database, span: Partial<Span>, most: number) {
  const { rows } = await sql<{ dealId: string; saves: number; withTarget: number }>`
    select deal_id, count(*)::integer as saves, count(target_cents)::integer as with_target
    from saved_deals ${savesWhere(span)}
    group by 1 order by saves desc, 1 limit ${most}`.execute(db)
  return rows
}

export async function countListedFollows(db: Database, query: KeptNarrowed): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from follows ${followsWhere(query)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The words of a followed search are private, so it has no subject. */
const FOLLOWED = sql`kind, case kind when 'brand' then brand_id when 'retailer' then retailer_id
  when 'category' then value end as subject`

/** Returns follows, newest first, without who made them. */
export async function findListedFollows(
  db: Database,
  query: KeptNarrowed,
  { limit, offset = 0 }: Range,
) {
  const { rows } = await sql<{ kind: FollowKind; subject: string | null; createdAt: Date }>`
    select ${FOLLOWED}, created_at from follows ${followsWhere(query)}
    order by created_at desc, id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** Returns what is followed, the most followed first. */
export async function sumFollowsByWhat(db: Database, span: Partial<Span>, most: number) {
  const { rows } = await sql<{ kind: FollowKind; subject: string | null; follows: number }>`
    select ${FOLLOWED}, count(*)::integer as follows from follows ${followsWhere(span)}
    group by 1, 2 order by follows desc, 1, 2 limit ${most}`.execute(db)
  return rows
}
