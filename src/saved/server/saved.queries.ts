import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { keepPlan } from '#app/db/planned.ts'
import type { SavedSort } from '#app/saved/saved.facts.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

/** Serializes changes of the same person until the transaction ends. */
export async function lockSaved(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved ${userId}`}, 0))`.execute(trx)
}

/**
 * Saves a deal in one statement. One removed after `undoneSince` is restored as it was, even if it is no
 * longer listed. Concurrent calls for the same person do not see each other in the count, unless they hold
 * the lock.
 */
export async function insertSaved(
  db: Database,
  { userId, dealId, priceCents, now, undoneSince, most }: NewSaved,
): Promise<'saved' | 'was-saved' | 'full' | 'no-deal'> {
  const query = sql<{ mayBeSaved: boolean; isSaved: boolean; count: number }>`
    with wanted as (
      select coalesce(${priceCents ?? null}::integer, sale_price_cents) as sale_price_cents, ends_at,
        coalesce(ended_at <= ${now}, false) as was_ended
      from deals where id = ${dealId} and (is_published or exists (
        select from saved_deals where user_id = ${userId} and deal_id = deals.id
          and (removed_at is null or removed_at >= ${undoneSince})))
    ), others as (
      select count(*) as count from saved_deals
      where user_id = ${userId} and deal_id <> ${dealId} and removed_at is null
    ), written as (
      insert into saved_deals (user_id, deal_id, saved_at, sale_price_cents, ends_at, was_ended)
      select ${userId}::text, ${dealId}::text, ${now}::timestamptz, sale_price_cents, ends_at, was_ended from wanted
      where (select count from others) < ${most}
      on conflict (user_id, deal_id) do update set
        removed_at = null,
        saved_at = case when saved_deals.removed_at >= ${undoneSince}
          then saved_deals.saved_at else excluded.saved_at end,
        sale_price_cents = case when saved_deals.removed_at >= ${undoneSince}
          then saved_deals.sale_price_cents else excluded.sale_price_cents end,
        ends_at = case when saved_deals.removed_at >= ${undoneSince}
          then saved_deals.ends_at else excluded.ends_at end,
        was_ended = case when saved_deals.removed_at >= ${undoneSince}
          then saved_deals.was_ended else excluded.was_ended end,
        target_cents = case when saved_deals.removed_at >= ${undoneSince}
          then saved_deals.target_cents end
      where saved_deals.removed_at is not null
      returning 1
    )
    select exists (select from wanted) as may_be_saved, exists (select from written) as is_saved,
      (select count from others) as count
  `.compile(db)
  const { rows } = await db.executeQuery(keepPlan(query))
  const [row] = rows
  if (!row?.mayBeSaved) return 'no-deal'
  if (row.isSaved) return 'saved'
  return row.count < most ? 'was-saved' : 'full'
}

type NewSaved = {
  userId: string
  dealId: string
  priceCents: number | undefined
  now: Date
  undoneSince: Date
  most: number
}

/**
 * Returns now, or slightly later if something was just removed: the moment identifies what was removed
 * together. The caller must hold the lock, so that concurrent removals of the same person get different
 * moments.
 */
export async function findMomentToRemove(
  trx: Trx,
  { userId, now }: { userId: string; now: Date },
): Promise<Date> {
  const { latest } = await trx
    .selectFrom('savedDeals')
    .select((eb) => eb.fn.max('removedAt').as('latest'))
    .where('userId', '=', userId)
    .where('removedAt', '>=', now)
    .executeTakeFirstOrThrow()
  return latest ? new Date(latest.getTime() + 1) : now
}

/** Returns whether it was on the list. */
export async function markRemoved(
  trx: Trx,
  { userId, dealId, now }: { userId: string; dealId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('savedDeals')
    .set({ removedAt: now })
    .where('userId', '=', userId)
    .where('dealId', '=', dealId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes ended and unlisted deals, among `only` if given; returns how many. */
export async function markOverRemoved(
  trx: Trx,
  { userId, now, only }: { userId: string; now: Date; only: string[] | undefined },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('savedDeals')
    .set({ removedAt: now })
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .$if(only !== undefined, (query) =>
      query.where('dealId', '=', sql<string>`any(${only ?? []}::text[])`),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deals')
            .select('deals.id')
            .whereRef('deals.id', '=', 'savedDeals.dealId')
            .where('isPublished', '=', true)
            .where('endedAt', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Restores what was removed at this moment; returns how many. */
export async function unmarkRemoved(
  trx: Trx,
  { userId, removedAt }: { userId: string; removedAt: Date },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('savedDeals')
    .set({ removedAt: null })
    .where('userId', '=', userId)
    .where('removedAt', '=', removedAt)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

type Target = { targetCents: number | null; targetSetAt: Date | null }

/** Returns whether the deal is saved. */
export async function updateTarget(
  trx: Trx,
  { userId, dealId, ...target }: { userId: string; dealId: string } & Target,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('savedDeals')
    .set(target)
    .where('userId', '=', userId)
    .where('dealId', '=', dealId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the current price of a live deal in cents; undefined if unknown. */
export async function findPriceNow(db: Database, dealId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('deals')
    .select('salePriceCents')
    .where('id', '=', dealId)
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row?.salePriceCents ?? undefined
}

export async function findSavedIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('savedDeals')
    .select('dealId')
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('savedAt', 'desc')
    .execute()
  return rows.map(({ dealId }) => dealId)
}

export async function hasSaved(
  db: Database,
  { userId, dealId }: { userId: string; dealId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('savedDeals')
    .select('dealId')
    .where('userId', '=', userId)
    .where('dealId', '=', dealId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the prices at which a person wants to be told. */
export async function countTargets(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('savedDeals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .where('targetCents', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Counts the saved deals that are no longer listed, and those that have ended, among `only` if given.
 */
export async function countOver(db: Database, userId: string, only: string[] | undefined) {
  return db
    .selectFrom('savedDeals')
    .innerJoin('deals', 'deals.id', 'savedDeals.dealId')
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .$if(only !== undefined, (query) =>
      query.where('dealId', '=', sql<string>`any(${only ?? []}::text[])`),
    )
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('isPublished', '=', false).as('unlisted'),
      sql<number>`count(*) filter (where is_published and ended_at is not null)`.as('ended'),
    ])
    .executeTakeFirstOrThrow()
}

const LIVING_FIRST = ['(is_published and ended_at is null) desc', 'is_published desc']

/** Sorts by change: price fall, rise, end, no longer listed, then unchanged. */
const BY_CHANGE = `case
  when not is_published then 4
  when ended_at > saved_at then 3
  when ended_at is not null then 5
  when deals.sale_price_cents < saved_deals.sale_price_cents then 1
  when deals.sale_price_cents > saved_deals.sale_price_cents then 2
  else 5 end`

/** Ended and unlisted deals come last in every order except `newest` and `changed`. */
const ORDERS: Record<SavedSort, string[]> = {
  newest: [],
  'price-up': [...LIVING_FIRST, 'deals.sale_price_cents asc nulls last'],
  'price-down': [...LIVING_FIRST, 'deals.sale_price_cents desc nulls last'],
  'percent-off': [...LIVING_FIRST, 'off_per_mille desc nulls last'],
  changed: [BY_CHANGE, 'deals.sale_price_cents - saved_deals.sale_price_cents asc nulls last'],
}

/** Selects only public facts of the deals, and their ids. */
export async function findSaved(db: Database, { userId, sort, only, offset, limit }: Listed) {
  let query = db
    .selectFrom('savedDeals')
    .innerJoin('deals', 'deals.id', 'savedDeals.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select(['savedDeals.dealId', 'savedAt', 'savedDeals.salePriceCents'])
    .select('targetCents')
    .select(sql<string>`coalesce(brands.name, '')`.as('brandName'))
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
  if (only) query = query.where('savedDeals.dealId', 'in', only.length > 0 ? only : [''])
  for (const order of ORDERS[sort]) query = query.orderBy(sql.raw(order))
  return query
    .orderBy('savedAt', 'desc')
    .orderBy('savedDeals.dealId')
    .offset(offset)
    .limit(limit)
    .execute()
}

type Range = { offset: number; limit: number }
/** With `only`, restricted to these ids. */
type Listed = { userId: string; sort: SavedSort; only?: string[] | undefined } & Range

export async function deleteRemovedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('savedDeals').where('removedAt', '<', before).execute()
}

/** Exports saved deals by id and brand; other details are for members, on the deal's page. */
export async function findSavedOf(db: Database, userId: string) {
  return db
    .selectFrom('savedDeals')
    .innerJoin('deals', 'deals.id', 'savedDeals.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select(['savedDeals.dealId', 'brands.name as brand', 'savedAt', 'removedAt'])
    .select(['savedDeals.salePriceCents', 'savedDeals.endsAt', 'wasEnded'])
    .select(['targetCents', 'targetSetAt'])
    .where('userId', '=', userId)
    .orderBy('savedAt')
    .execute()
}

export async function countSavedOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('savedDeals')
    .select(selectDataCount('savedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}
