import { sql } from 'kysely'
import type { CheckedEnd } from '#app/checks/checks.facts.ts'
import type { Database, Trx } from '#app/db/database.ts'

/** The last look at each of these deals. */
export async function findChecks(db: Database, dealIds: string[]) {
  if (dealIds.length === 0) return []
  return db
    .selectFrom('dealChecks')
    .select(['dealId', 'lookedAt', 'answer', 'certainAt', 'certainAnswer', 'failingSince', 'dueAt'])
    .select(['suspected', 'suspectedAt', 'askedFor', 'sizes'])
    .where('dealId', 'in', dealIds)
    .execute()
}

/** What cannot be told, by retailer: the longest first. */
export async function findFailing(db: Database, limit: number) {
  return db
    .selectFrom('dealChecks')
    .innerJoin('retailers', 'retailers.id', 'dealChecks.retailerId')
    .select(['retailers.id as retailerId', 'retailers.name as retailer'])
    .select([
      sql<number>`count(*)::integer`.as('deals'),
      sql<Date>`min(failing_since)`.as('since'),
      sql<number>`(count(*) filter (where answer = 'refused'))::integer`.as('refused'),
      sql<number>`(count(*) filter (where answer = 'unreadable'))::integer`.as('unreadable'),
      sql<number>`(count(*) filter (where answer = 'no-answer'))::integer`.as('noAnswer'),
      sql<Date | null>`(select max(certain_at) from deal_checks each_one
        where each_one.retailer_id = retailers.id)`.as('certainAt'),
    ])
    .where('failingSince', 'is not', null)
    .groupBy(['retailers.id', 'retailers.name'])
    .orderBy('since')
    .limit(limit)
    .execute()
}

/** How far the looks have come: of all that are looked at, how many certainly within the last day. */
export async function countCoverage(db: Database, since: Date) {
  return (
    db
      .selectFrom('deals')
      // Also those of shops that nobody is to ask.
      .leftJoin('dealChecks', 'dealChecks.dealId', 'deals.id')
      .select([
        sql<number>`count(*)::integer`.as('deals'),
        sql<number>`(count(*) filter (where looked_at >= ${since}))::integer`.as('looked'),
        sql<number>`(count(*) filter (where certain_at >= ${since}))::integer`.as('certain'),
        sql<Date | null>`min(coalesce(looked_at, published_at)) filter (where deal_id is not null)`.as(
          'oldest',
        ),
      ])
      .where('isPublished', '=', true)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow()
  )
}

/** Asks for looks before all others; false where none of these deals is to be looked at. */
export async function askForLooks(
  trx: Trx,
  {
    dealIds,
    now,
    reason,
    membersSayGone,
  }: { dealIds: string[]; now: Date; reason: string; membersSayGone: number },
): Promise<boolean> {
  const { rows } = await sql<{ host: string }>`
    insert into deal_checks (deal_id, retailer_id, url, host, due_at, asked_for, reported, reported_at)
    select deals.id, retailer_id, buy_url, deals.domain, ${now}, ${reason}, ${membersSayGone}::smallint,
      case when ${membersSayGone}::integer > 0 then ${now}::timestamptz end
    from deals join retailers on retailers.id = retailer_id
    where deals.id = any(${dealIds}::text[]) and is_published and not is_never_checked
      and (ended_at is null or exists (select from deal_checks where deal_id = deals.id and ended_for is not null))
    order by deals.id
    on conflict (deal_id) do update set due_at = least(deal_checks.due_at, excluded.due_at),
      asked_for = excluded.asked_for,
      reported = case when excluded.reported > 0 then excluded.reported else deal_checks.reported end,
      reported_at = coalesce(excluded.reported_at, deal_checks.reported_at)
    returning host
  `.execute(trx)
  if (rows.length === 0) return false
  const hosts = [...new Set(rows.map(({ host }) => host))].sort()
  await trx
    .insertInto('checkHosts')
    .values(hosts.map((host) => ({ host, nextAt: now })))
    // A shop that could not say whether we may look is asked that again as well.
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet({ robotsAt: null })
        .where('checkHosts.robotsIs', '=', 'away'),
    )
    .execute()
  return true
}

/** The looks at a retailer's deals that are to be had at once. */
export async function findLooksOfRetailer(db: Database, retailerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dealChecks')
    .select('dealId')
    .where('retailerId', '=', retailerId)
    .execute()
  return rows.map(({ dealId }) => dealId)
}

/** A person has said that this is nothing: what was seen once counts no more. */
export async function forgetSuspicion(trx: Trx, dealIds: string[]): Promise<void> {
  if (dealIds.length === 0) return
  await trx
    .updateTable('dealChecks')
    .set({ suspected: null, suspectedAt: null, reported: 0, reportedAt: null })
    .where('dealId', 'in', dealIds)
    .execute()
}

/** Its looks have ended it: what was suspected, or said by members, is settled. */
export async function markEndedFor(trx: Trx, dealId: string, endedFor: CheckedEnd): Promise<void> {
  await trx
    .updateTable('dealChecks')
    .set({ endedFor, suspected: null, suspectedAt: null, reported: 0, reportedAt: null })
    .where('dealId', '=', dealId)
    .execute()
}

export async function findDealByAddress(trx: Trx, address: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('deals')
    .select('id')
    .where('buyUrl', '=', address)
    .where('isPublished', '=', true)
    .orderBy('publishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** What was seen once was seen so much earlier. */
export async function setSuspicionBack(trx: Trx, dealId: string, ms: number): Promise<void> {
  const earlier = sql<Date>`interval '1 millisecond' * ${ms}::double precision`
  await trx
    .updateTable('dealChecks')
    .set({
      suspectedAt: sql<Date>`suspected_at - ${earlier}`,
      returningAt: sql<Date>`returning_at - ${earlier}`,
    })
    .where('dealId', '=', dealId)
    .execute()
}

/**
 * As if looks had begun long ago: what somebody has looked at was answered then, the rest is due within a day, and
 * what fell or rose was found. Answers the living deals, the newest last.
 */
export async function pretendLooks(trx: Trx, { now, everyMs }: { now: Date; everyMs: number }) {
  const ms = (many: number) => sql`interval '1 millisecond' * ${many}::double precision`
  await sql`
    update deal_checks set looked_at = looks.looked_at, certain_at = looks.looked_at,
      answer = 'same', certain_answer = 'same'
    from certain_looks looks where looks.deal_id = deal_checks.deal_id
  `.execute(trx)
  await sql`
    update deal_checks set due_at = ${now}::timestamptz + ${ms(everyMs)} * spread.share
    from (
      select deal_id as id, 0.04 + 0.96 * row_number() over (order by md5(deal_id)) / count(*) over () as share
      from deal_checks
    ) spread where spread.id = deal_id
  `.execute(trx)
  await sql`
    insert into check_findings (deal_id, retailer_id, kind, state, facts, found_at)
    select deal_id, retailer_id, 'changed', 'done',
      jsonb_build_object('beforeCents', before_cents, 'nowCents', now_cents, 'wasCents', was), observed_at
    from (
      select steps.*, retailer_id
      from (
        select deal_id, observed_at, sale_price_cents as now_cents, original_price_cents as was, source,
          lag(sale_price_cents) over (partition by deal_id order by observed_at, id) as before_cents
        from price_observations
      ) steps
      join deals on deals.id = deal_id
      where source = 'check' and before_cents <> now_cents and is_published
      order by observed_at desc limit 20
    ) newest
    order by observed_at
  `.execute(trx)
  const rows = await trx
    .selectFrom('dealChecks')
    .innerJoin('deals', 'deals.id', 'dealId')
    .select(['dealId', 'url', 'host'])
    .orderBy('publishedAt')
    .orderBy('feedPosition', 'desc')
    .execute()
  return rows
}

/** When they are looked at next, sooner or later than it was to be. */
export async function setDue(db: Database, dealIds: string[], dueAt: Date): Promise<void> {
  if (dealIds.length === 0) return
  await db.updateTable('dealChecks').set({ dueAt }).where('dealId', 'in', dealIds).execute()
}
