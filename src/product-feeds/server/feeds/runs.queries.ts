import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import type {
  FeedColumn,
  FeedProgress,
  RefusedRow,
} from '#app/product-feeds/server/reading/feed-messages.ts'

const UNDER_WAY = ['waiting', 'fetching', 'reading'] as const

/** Returns the new run's id; undefined if a run of this feed is already under way. */
export async function insertRun(
  db: Database,
  run: Insertable<Tables['feedRuns']>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('feedRuns')
    .values(run)
    .onConflict((conflict) =>
      conflict
        .column('sourceId')
        .where('state', 'in', [...UNDER_WAY])
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Claims the run that has waited longest; returns undefined if none waits. */
export async function takeWaitingRun(db: Database, now: Date) {
  const { rows } = await sql<{ id: number; sourceId: string }>`
    update feed_runs set state = 'fetching', heard_at = ${now}
    where id = (select id from feed_runs where state = 'waiting' order by id limit 1 for update skip locked)
    returning id, source_id`.execute(db)
  return rows[0]
}

type Said = { refused?: RefusedRow[]; columns?: FeedColumn[] }

/** Updates a run; returns false if it is already over because it was given up or its feed was removed. */
export async function updateRun(
  db: Database,
  id: number,
  { refused, columns, ...row }: Omit<Updateable<Tables['feedRuns']>, keyof Said> & Said,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feedRuns')
    .set({
      ...row,
      ...(refused && { refused: sql<never>`${JSON.stringify(refused)}::jsonb` }),
      ...(columns && { columns: sql<never>`${JSON.stringify(columns)}::jsonb` }),
    })
    .where('id', '=', id)
    .where('state', 'in', [...UNDER_WAY])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Fails the runs without a sign of life since the given time: their process is gone. */
export async function failSilentRuns(
  db: Database,
  { since, now, problem }: { since: Date; now: Date; problem: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('feedRuns')
    .set({ state: 'failed', endedAt: now, problem })
    .where('state', 'in', ['fetching', 'reading'])
    .where('heardAt', '<', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Gives up a feed's runs in these states, because their result is no longer of use. */
export async function giveUpRuns(
  trx: Trx,
  sourceId: string,
  {
    states,
    now,
    problem,
  }: { states: Array<(typeof UNDER_WAY)[number]>; now: Date; problem: string },
): Promise<void> {
  await trx
    .updateTable('feedRuns')
    .set({ state: 'failed', endedAt: now, problem })
    .where('sourceId', '=', sourceId)
    .where('state', 'in', states)
    .execute()
}

export type StoredRun = Awaited<ReturnType<typeof findLastRuns>>[number]

/** Returns the newest runs of each feed, at most `most` per feed. */
export async function findLastRuns(db: Database, most: number) {
  const { rows } = await sql<{
    id: number
    sourceId: string
    state: 'waiting' | 'fetching' | 'reading' | 'done' | 'same' | 'failed'
    askedBy: string | null
    fileName: string | null
    startedAt: Date
    endedAt: Date | null
    bytes: number
    bytesTotal: number | null
    format: string | null
    rowsRead: number
    rowsKept: number
    rowsRefused: number
    rowsLeftOut: number
    pieces: number
    added: number
    changed: number
    cheaper: number
    gone: number
    refused: RefusedRow[]
    columns: FeedColumn[]
    problem: string | null
  }>`
    select runs.* from feed_sources cross join lateral (
      select id, source_id, state, asked_by, file_name, started_at, ended_at,
        bytes::float8 as bytes, bytes_total::float8 as bytes_total,
        format, rows_read, rows_kept, rows_refused, rows_left_out, pieces, added, changed, cheaper, gone, refused,
        columns, problem
      from feed_runs where source_id = feed_sources.id order by id desc limit ${most}
    ) runs`.execute(db)
  return rows
}

/** Keeps the newest runs of each feed and the one that its pieces belong to, and deletes the others. */
export async function deleteOldRuns(db: Database, kept: number): Promise<void> {
  await sql`
    delete from feed_runs using (
      select id, row_number() over (partition by source_id order by id desc) as place from feed_runs
    ) as newest
    where newest.id = feed_runs.id and place > ${kept}
      and not exists (select from feed_sources where current_run_id = feed_runs.id)`.execute(db)
}

type Counted = {
  pieces: number
  added: number
  changed: number
  cheaper: number
  gone: number
}

/** Counts how a run's pieces compare to those of the run before. */
export async function comparePieces(
  db: Database,
  runId: number,
  earlierRunId: number | null,
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(this.id)::integer as pieces,
      (count(this.id) filter (where before.id is null))::integer as added,
      (count(*) filter (where this.id is not null and before.id is not null
        and (this.product_name, this.now_hundredths, this.currency, this.was_hundredths, this.is_in_stock, this.buy_url,
          this.sizes)
        is distinct from (before.product_name, before.now_hundredths, before.currency, before.was_hundredths,
          before.is_in_stock, before.buy_url, before.sizes)))::integer as changed,
      (count(*) filter (where this.now_hundredths < before.now_hundredths
        and this.currency = before.currency))::integer as cheaper,
      (count(before.id) filter (where this.id is null))::integer as gone
    from (select * from feed_candidates where run_id = ${runId}) this
    full join (select * from feed_candidates where run_id = ${earlierRunId}) before using (item_key)`.execute(
    db,
  )
  const [counted] = rows
  if (!counted) throw new Error('Nothing was counted.')
  return counted
}

/** Makes this run the current one of its feed, and stores the counts that the pool shows. */
export async function letRunCount(trx: Trx, sourceId: string, runId: number): Promise<void> {
  await trx.deleteFrom('feedCounts').where('sourceId', '=', sourceId).execute()
  await sql`
    insert into feed_counts (source_id, run_id, brand_key, brand_name, department, category, off_per_mille, is_in_stock,
      pieces)
    select source_id, run_id, brand_key, min(brand_name), department, category,
      coalesce(off_per_mille / 100 * 100, -1) as off, is_in_stock, count(*)
    from feed_candidates where run_id = ${runId}::bigint
    group by source_id, run_id, brand_key, department, category, off, is_in_stock`.execute(trx)
  await trx
    .updateTable('feedSources')
    .set({ currentRunId: runId })
    .where('id', '=', sourceId)
    .execute()
}

type Batch = {
  runId: number
  sourceId: string
  earlierRunId: number | null
  /** The JSON of the reading thread, unparsed. */
  json: string
  now: Date
}

/** Inserts pieces, which stay invisible until their run is complete; existing ones get further sizes. */
export async function insertPieces(
  db: Database,
  { runId, sourceId, earlierRunId, json, now }: Batch,
): Promise<void> {
  await sql`
    insert into feed_candidates (run_id, source_id, item_key, row_number, brand_name, brand_key, product_name, buy_url,
      buy_url_key, domain, picture_urls, department, category, colour, kind_words, gtin, style_number, sizes, size_keys,
      currency, now_hundredths, was_hundredths, was_basis, off_per_mille, is_in_stock, words, since, earlier_hundredths)
    select ${runId}::bigint, ${sourceId}::text, "itemKey", "rowNumber", "brandName", "brandKey", "productName", "buyUrl",
      "buyUrlKey", piece.domain, "pictureUrls", piece.department, piece.category, piece.colour, "kindWords", piece.gtin,
      "styleNumber", piece.sizes, "sizeKeys", piece.currency, "nowHundredths", "wasHundredths", "wasBasis",
      "offPerMille", "isInStock", array_to_tsvector(piece.words), coalesce(earlier.since, ${now}::timestamptz),
      case when earlier.currency = piece.currency then earlier.now_hundredths end
    from json_to_recordset(${json}::json) as piece ("itemKey" text, "rowNumber" integer, "brandName" text, "brandKey" text,
      "productName" text, "buyUrl" text, "buyUrlKey" text, domain text, "pictureUrls" text[], department text,
      category text, colour text, "kindWords" text, gtin text, "styleNumber" text, sizes text[], "sizeKeys" text[],
      currency text, "nowHundredths" integer, "wasHundredths" integer, "wasBasis" text, "offPerMille" integer,
      "isInStock" boolean, words text[])
    left join feed_candidates earlier on earlier.run_id = ${earlierRunId}::bigint and earlier.item_key = "itemKey"
    on conflict (run_id, item_key) do update set
      sizes = (select coalesce(array_agg(distinct size), '{}') from unnest(feed_candidates.sizes || excluded.sizes) size),
      size_keys = (select coalesce(array_agg(distinct size), '{}')
        from unnest(feed_candidates.size_keys || excluded.size_keys) size),
      is_in_stock = feed_candidates.is_in_stock or excluded.is_in_stock`.execute(db)
}

/** Deletes at most `most` pieces of a run that is no longer needed; returns how many were deleted. */
export async function deletePiecesOf(db: Database, runId: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from feed_candidates where id in (
      select id from feed_candidates where run_id = ${runId} limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Returns runs that still have pieces though they are neither current nor under way. */
export async function findLeftovers(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from feed_runs where state in ('failed', 'done', 'same')
      and id is distinct from (select current_run_id from feed_sources where feed_sources.id = source_id)
      and exists (select from feed_candidates where run_id = feed_runs.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores a run's progress; returns false as `updateRun` does. */
export async function updateProgress(
  db: Database,
  id: number,
  { bytes, rowsRead, rowsKept, rowsRefused, rowsLeftOut }: FeedProgress,
  heardAt: Date,
): Promise<boolean> {
  return updateRun(db, id, {
    bytes,
    rowsRead,
    rowsKept,
    rowsRefused,
    rowsLeftOut,
    heardAt,
    state: 'reading',
  })
}
