import { sql } from 'kysely'
import type { CheckedEnd } from '#app/checks/checks.facts.ts'
import type { Database, Trx } from '#app/db/database.ts'

/** Returns the last check of each of these deals. */
export async function findChecks(db: Database, dealIds: string[]) {
  if (dealIds.length === 0) return []
  return db
    .selectFrom('dealChecks')
    .select(['dealId', 'lookedAt', 'answer', 'certainAt', 'certainAnswer', 'failingSince', 'dueAt'])
    .select(['suspected', 'suspectedAt', 'askedFor', 'sizes'])
    .where('dealId', 'in', dealIds)
    .execute()
}

/** Returns the retailers with inconclusive checks, those that have failed longest first. */
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

/** Counts the live deals, and how many were checked, and conclusively checked, since the given time. */
export async function countCoverage(db: Database, since: Date) {
  return (
    db
      .selectFrom('deals')
      // A left join, to include the deals of shops that are never checked.
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

/** Moves these deals to the front of the checks; returns false if none of them may be checked. */
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
    // Ask again for a robots.txt that could not be read.
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet({ robotsAt: null })
        .where('checkHosts.robotsIs', '=', 'away'),
    )
    .execute()
  return true
}

/** Returns the ids of a retailer's deals that are on the list of checks. */
export async function findLooksOfRetailer(db: Database, retailerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dealChecks')
    .select('dealId')
    .where('retailerId', '=', retailerId)
    .execute()
  return rows.map(({ dealId }) => dealId)
}

/** Drops a suspicion that a person has called false. */
export async function forgetSuspicion(trx: Trx, dealIds: string[]): Promise<void> {
  if (dealIds.length === 0) return
  await trx
    .updateTable('dealChecks')
    .set({ suspected: null, suspectedAt: null, reported: 0, reportedAt: null })
    .where('dealId', 'in', dealIds)
    .execute()
}

/** Records why checks have ended the deal, and clears the suspicion and the members' reports. */
export async function markEndedFor(trx: Trx, dealId: string, endedFor: CheckedEnd): Promise<void> {
  await trx
    .updateTable('dealChecks')
    .set({ endedFor, suspected: null, suspectedAt: null, reported: 0, reportedAt: null })
    .where('dealId', '=', dealId)
    .execute()
}

/** Marks a deal that checks had ended as live again. */
export async function markBackOn(trx: Trx, dealId: string): Promise<void> {
  await trx
    .updateTable('dealChecks')
    .set({ endedFor: null, returningAt: null })
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

/** Moves a deal's first sightings (sold out, gone or back) earlier by `ms` milliseconds. */
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
 * Makes it look as if checks had run for long: deals looked at before count as checked then, all are due
 * within a day, and past price changes become findings. Returns the checked deals, the newest last.
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

/** Sets when these deals are checked next. */
export async function setDue(db: Database, dealIds: string[], dueAt: Date): Promise<void> {
  if (dealIds.length === 0) return
  await db.updateTable('dealChecks').set({ dueAt }).where('dealId', 'in', dealIds).execute()
}
