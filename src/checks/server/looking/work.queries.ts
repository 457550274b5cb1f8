import { type RawBuilder, sql, type Updateable } from 'kysely'
import { CHECKED_ENDS } from '#app/checks/checks.facts.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'

/**
 * Deals that a check ended after `endedSince` are still checked; deals of `today`, saved ones and those
 * clicked after `clickedSince` come before the others.
 */
type Window = { now: Date; endedSince: Date; today: string; clickedSince: Date }

/**
 * Syncs the list of checked deals with the live deals and those that a check ended lately. A deal whose link
 * has changed starts over. Retailers whose pages must not be checked are left out.
 */
export async function enrolDeals(db: Database, { now, endedSince, today, clickedSince }: Window) {
  await sql`
    delete from deal_checks using deals, retailers
    where deals.id = deal_checks.deal_id and retailers.id = deals.retailer_id and (
      is_never_checked or not is_published or deals.buy_url <> deal_checks.url
      or (ended_at is not null and (ended_for is null or ended_at < ${endedSince})))
  `.execute(db)
  await sql`
    insert into deal_checks (deal_id, retailer_id, url, host, due_at)
    select deals.id, retailer_id, buy_url, deals.domain, ${now}
    from deals join retailers on retailers.id = retailer_id
    where is_published and ended_at is null and not is_never_checked
      and not exists (select from deal_checks where deal_id = deals.id)
    on conflict do nothing
  `.execute(db)
  await sql`
    insert into check_hosts (host, next_at)
    select distinct host, ${now}::timestamptz from deal_checks
    where not exists (select from check_hosts where check_hosts.host = deal_checks.host)
    on conflict do nothing
  `.execute(db)
  // A person has put a deal on again at a price that is no reduction by the 30-day rule, as if asked about it: the next
  // check must not end it again.
  await sql`
    insert into check_findings (deal_id, retailer_id, kind, state, facts, found_at, decided_at, decided_by)
    select id, deal_checks.retailer_id, 'back', 'accepted', jsonb_build_object('nowCents', said.price),
      ${now}::timestamptz, ${now}::timestamptz, 'by hand'
    from deal_checks join deals on id = deal_id, lateral (select
      case when price_currency = ${HOME_CURRENCY} then sale_price_cents else foreign_now_hundredths end as price,
      case when price_currency = ${HOME_CURRENCY} then original_price_cents else foreign_was_hundredths end as before
    ) said
    where ended_for = 'price-up' and ended_at is null and said.price < said.before
  `.execute(db)
  // A person has brought the deal back, so it is checked like any other.
  await sql`
    update deal_checks set ended_for = null, returning_at = null
    from deals where deals.id = deal_id and ended_for is not null and ended_at is null
  `.execute(db)
  await sql`
    update deal_checks set is_first = now_so.is_first, retailer_id = now_so.retailer_id
    from (
      select id, retailer_id, (published_day = ${today}::date
        or id in (select deal_id from saved_deals where removed_at is null)
        or id in (select deal_id from clicks where clicked_at > ${clickedSince})) as is_first
      from deals where is_published
    ) now_so
    where now_so.id = deal_id
      and (deal_checks.is_first, deal_checks.retailer_id) is distinct from (now_so.is_first, now_so.retailer_id)
  `.execute(db)
}

type Claim = { now: Date; until: Date }

/**
 * Claims a host that may be asked now and has a check due. It belongs to this process until the lease ends.
 * Returns undefined if there is none.
 */
export async function claimHost(db: Database, claim: Claim) {
  return claimFree(
    db,
    claim,
    sql<boolean>`exists (
      select from deal_checks where deal_checks.host = check_hosts.host and due_at <= ${claim.now}
    )`,
  )
}

/** Claims one of the given hosts like `claimHost`, whether any of its deals is on the list or not. */
export async function claimOneOf(db: Database, { hosts, ...claim }: Claim & { hosts: string[] }) {
  await db
    .insertInto('checkHosts')
    .values(hosts.toSorted().map((host) => ({ host, nextAt: claim.now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return claimFree(db, claim, sql<boolean>`check_hosts.host = any(${hosts}::text[])`)
}

/** Skips locked rows, so concurrent claims get different hosts. */
async function claimFree(db: Database, { now, until }: Claim, isWanted: RawBuilder<boolean>) {
  return db
    .with(
      // Materialized, so that it runs once whatever the plan: run again, it would claim more than one host.
      (free) => free('free').materialized(),
      (eb) =>
        eb
          .selectFrom('checkHosts')
          .select('checkHosts.host')
          .where(isWanted)
          .where('nextAt', '<=', now)
          .where((or) => or.or([or('leasedUntil', 'is', null), or('leasedUntil', '<=', now)]))
          .orderBy('nextAt')
          .limit(1)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('checkHosts')
    .set({ leasedUntil: until })
    .where('host', 'in', (eb) => eb.selectFrom('free').select('free.host'))
    .returning(['host', 'robots', 'robotsIs', 'robotsAt', 'robotsLeadsTo', 'robotsHops'])
    .executeTakeFirst()
}

export type ClaimedHost = NonNullable<Awaited<ReturnType<typeof claimFree>>>

/** Returns when the first of these hosts may be asked. */
export async function findNextOfHosts(db: Database, hosts: string[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(next_at, leased_until)) as at from check_hosts
    where host = any(${hosts}::text[])`.execute(db)
  const at = rows[0]?.at
  return at ? new Date(at) : null
}

/**
 * Returns the next check due at a host, in this order: checks asked for, second looks, then today's, saved
 * and clicked deals, then those checked longest ago.
 */
export async function findNextOfHost(db: Database, host: string, now: Date) {
  return db
    .selectFrom('dealChecks')
    .innerJoin('deals', 'deals.id', 'dealId')
    .select(['dealId', 'url', 'buyUrl', 'nextUrl', 'hops', 'etag', 'lastModified', 'found'])
    .where('host', '=', host)
    .where('dueAt', '<=', now)
    .orderBy((eb) => eb('askedFor', 'is not', null), 'desc')
    .orderBy(
      (eb) => eb.or([eb('suspectedAt', 'is not', null), eb('returningAt', 'is not', null)]),
      'desc',
    )
    .orderBy('isFirst', 'desc')
    .orderBy('lookedAt', (order) => order.asc().nullsFirst())
    .orderBy('dealId')
    .limit(1)
    .executeTakeFirst()
}

/** Returns when the next request to any host is due; null if the list is empty. */
export async function findNextRequest(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(next_at, leased_until, due_at)) as at
    from check_hosts, lateral (
      select due_at from deal_checks where deal_checks.host = check_hosts.host order by due_at limit 1
    ) due
  `.execute(db)
  const at = rows[0]?.at
  return at ? new Date(at) : null
}

/** Ends the lease of a host and sets the given columns, such as when it may be asked next. */
export async function releaseHost(
  db: Database,
  host: string,
  columns: Omit<Updateable<Tables['checkHosts']>, 'host' | 'leasedUntil'>,
): Promise<void> {
  await db
    .updateTable('checkHosts')
    .set({ ...columns, leasedUntil: null })
    .where('host', '=', host)
    .execute()
}

/** Records the next hop of a deal's check; that request keeps the pace of the new host. */
export async function sendOn(
  trx: Trx,
  dealId: string,
  step: { nextUrl: string; host: string; hops: number; now: Date },
): Promise<void> {
  const { now, ...columns } = step
  await trx
    .insertInto('checkHosts')
    .values({ host: step.host, nextAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx.updateTable('dealChecks').set(columns).where('dealId', '=', dealId).execute()
}

export async function updateCheck(
  trx: Trx,
  dealId: string,
  columns: Updateable<Tables['dealChecks']>,
): Promise<void> {
  await trx.updateTable('dealChecks').set(columns).where('dealId', '=', dealId).execute()
}

/**
 * Returns the deal as it is now with the state left by earlier checks; undefined if it is no longer checked,
 * or checked at another link.
 */
export async function findLookedAt(trx: Trx, dealId: string) {
  return trx
    .selectFrom('dealChecks')
    .innerJoin('deals', 'deals.id', 'dealChecks.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select([
      'dealChecks.dealId',
      'dealChecks.retailerId',
      'dealChecks.url',
      'suspected',
      'suspectedAt',
      'returningAt',
    ])
    .select(['failingSince', 'endedFor', 'reported', 'reportedAt', 'certainAt', 'certainAnswer'])
    .select([
      'productName',
      'brands.name as brandName',
      'gtin',
      'salePriceCents',
      'originalPriceCents',
      'priceCurrency',
      'foreignWasHundredths',
      'foreignNowHundredths',
      'rateDay',
    ])
    .select(['priceBasis'])
    .where('dealChecks.dealId', '=', dealId)
    .whereRef('dealChecks.url', '=', 'deals.buyUrl')
    .executeTakeFirst()
}

/** Counts a retailer's live deals, and those that checks have ended since the given time. */
export async function countEnds(trx: Trx, retailerId: string, since: Date) {
  const { rows } = await sql<{ living: number; ended: number }>`
    select
      (select count(*)::integer from deals
        where retailer_id = ${retailerId} and is_published and ended_at is null) as living,
      (select count(distinct deal_id)::integer from check_findings
        where retailer_id = ${retailerId} and state in ('done', 'accepted')
          and kind in (${sql.join(CHECKED_ENDS)}) and found_at > ${since}) as ended
  `.execute(trx)
  return rows[0] ?? { living: 0, ended: 0 }
}

/** Records "no answer" for every check due at a host. */
export async function failHost(
  db: Database,
  host: string,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  await db
    .updateTable('dealChecks')
    .set((eb) => ({
      lookedAt: now,
      answer: 'no-answer' as const,
      dueAt,
      askedFor: null,
      failingSince: eb.fn.coalesce('failingSince', eb.val(now)),
      nextUrl: null,
      hops: 0,
      host: sql<string>`split_part(split_part(url, '/', 3), ':', 1)`,
    }))
    .where('host', '=', host)
    .where('dueAt', '<=', now)
    .execute()
}

/** Locks a retailer's endings: only one process at a time counts them and adds to them. */
export async function lockEnds(trx: Trx, retailerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ends of ${retailerId}`}, 0))`.execute(
    trx,
  )
}
