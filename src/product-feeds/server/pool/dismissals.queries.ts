import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

/** A candidate that was dismissed or brought back, by its pool id at the time of the dismissal. */
export type DismissalRow = { candidateId: number; name: string; feedName: string }

/**
 * Dismisses candidates of the pool that are not dismissed yet, and returns them. Rows are locked in key
 * order, so that concurrent dismissals of the same candidates wait instead of deadlocking.
 */
export async function insertDismissals(
  trx: Trx,
  { ids, at, by }: { ids: number[]; at: Date; by: string },
): Promise<DismissalRow[]> {
  const { rows } = await sql<DismissalRow>`
    with made as (
      insert into feed_dismissals (source_id, item_key, candidate_id, dismissed_at, dismissed_by)
      select piece.source_id, piece.item_key, piece.id, ${at}::timestamptz, ${by}::text
      from feed_candidates as piece join feed_sources as source on source.current_run_id = piece.run_id
      where piece.id = any(${ids}::bigint[]) order by piece.source_id, piece.item_key for key share of source
      on conflict do nothing returning candidate_id
    )
    select piece.id as candidate_id, trim(piece.brand_name || ' ' || piece.product_name) as name,
      source.name as feed_name
    from made join feed_candidates as piece on piece.id = made.candidate_id
    join feed_sources as source on source.id = piece.source_id order by piece.id`.execute(trx)
  return rows
}

/** Selects dismissals by the candidates' current ids or those at the time of the dismissal. */
const ofNumbers = (ids: number[]) => sql`
  select piece.id, dismissal.source_id, dismissal.item_key, dismissal.dismissed_by
  from feed_candidates as piece join feed_dismissals as dismissal
    on dismissal.source_id = piece.source_id and dismissal.item_key = piece.item_key
  where piece.id = any(${ids}::bigint[])
  union
  select candidate_id, source_id, item_key, dismissed_by
  from feed_dismissals where candidate_id = any(${ids}::bigint[])`

/** Returns who has dismissed which of these candidates. */
export async function findDismissals(db: Database, ids: number[]) {
  const { rows } = await sql<{ id: number; dismissedBy: string }>`
    select id, dismissed_by from (${ofNumbers(ids)}) as dismissal`.execute(db)
  return rows
}

/** Deletes dismissals and returns those that existed; locks in key order like `insertDismissals`. */
export async function deleteDismissals(trx: Trx, ids: number[]): Promise<DismissalRow[]> {
  const { rows } = await sql<DismissalRow>`
    with held as (
      select source_id, item_key from feed_dismissals
      where (source_id, item_key) in (select source_id, item_key from (${ofNumbers(ids)}) as asked)
      order by source_id, item_key for update
    ), gone as (
      delete from feed_dismissals where (source_id, item_key) in (select source_id, item_key from held)
      returning source_id, item_key, candidate_id
    )
    select gone.candidate_id, coalesce(trim(piece.brand_name || ' ' || piece.product_name), gone.item_key) as name,
      source.name as feed_name
    from gone join feed_sources as source on source.id = gone.source_id
    left join feed_candidates as piece on piece.run_id = source.current_run_id and piece.item_key = gone.item_key
    order by gone.candidate_id`.execute(trx)
  return rows
}

/** Records for each dismissal whether its feed still brings the piece; locks in key order. */
export async function updateMissing(trx: Trx, at: Date): Promise<void> {
  await sql`
    with seen as (
      select dismissal.source_id, dismissal.item_key, exists (
        select from feed_candidates as piece
        where piece.run_id = source.current_run_id and piece.item_key = dismissal.item_key) as is_there
      from feed_dismissals as dismissal join feed_sources as source on source.id = dismissal.source_id
      where source.current_run_id is not null
      order by dismissal.source_id, dismissal.item_key for update of dismissal
    )
    update feed_dismissals as dismissal
    set missing_since = case when not seen.is_there then ${at}::timestamptz end
    from seen where dismissal.source_id = seen.source_id and dismissal.item_key = seen.item_key
      and seen.is_there = (dismissal.missing_since is not null)`.execute(trx)
}

export async function deleteMissingBefore(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('feedDismissals').where('missingSince', '<', before).execute()
}
