import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { PoolSort } from '#app/product-feeds/product-feeds.facts.ts'

/** A query of the pool; empty lists mean any. */
export type AskedPool = {
  /** The tsquery that the words have to match. */
  words: string | undefined
  feeds: string[]
  brandKeys: string[]
  /** Including their subcategories. */
  categories: string[]
  departments: string[]
  sizeKeys: string[] | undefined
  offPerMille: number | undefined
  maxHundredths: number | undefined
  isInStockOnly: boolean
  isOutOfClubOnly: boolean
  /** Selects only dismissed candidates instead of the others. */
  isDismissed: boolean
  since: 'new' | 'cheaper' | undefined
}

export type PoolRow = {
  id: number
  feedId: string
  feedName: string
  itemKey: string
  brandName: string
  productName: string
  buyUrl: string
  buyUrlKey: string
  domain: string
  pictureUrls: string[]
  department: string | null
  category: string | null
  colour: string | null
  gtin: string | null
  styleNumber: string | null
  sizes: string[]
  currency: string
  nowHundredths: number
  wasHundredths: number | null
  wasBasis: 'retailer' | 'rrp' | null
  offPerMille: number | null
  isInStock: boolean
  since: Date
  earlierHundredths: number | null
  dismissedBy: string | null
  dismissedAt: Date | null
  /** The sort key, for the cursor. */
  place: string
}

/** The pieces of the current runs. */
const POOL = sql`feed_candidates as piece join feed_sources as source on source.current_run_id = piece.run_id
  join feed_runs as run on run.id = piece.run_id`

const OF_PIECE = sql`dismissal.source_id = piece.source_id and dismissal.item_key = piece.item_key`

/** The dismissed pieces: these are far fewer, so each is looked up by its key. */
const DISMISSED = sql`feed_dismissals as dismissal join feed_sources as source on source.id = dismissal.source_id
  join feed_runs as run on run.id = source.current_run_id
  cross join lateral (select * from feed_candidates
    where run_id = source.current_run_id and item_key = dismissal.item_key offset 0) as piece`

const WITH_DISMISSALS = sql`${POOL} left join feed_dismissals as dismissal on ${OF_PIECE}`

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const isOneOf = (column: RawBuilder<unknown>, values: string[]) =>
  values.length === 0 ? [] : [sql`${column} = any(${values}::text[])`]

type Part = 'feeds' | 'brandKeys' | 'categories'

/** Conditions on feeds, brands and categories; `without` leaves one out, to count its alternatives. */
function parts(asked: AskedPool, without?: Part): RawBuilder<unknown> {
  return all([
    ...(without === 'feeds' ? [] : isOneOf(sql`piece.source_id`, asked.feeds)),
    ...(without === 'brandKeys' ? [] : isOneOf(sql`piece.brand_key`, asked.brandKeys)),
    ...(without === 'categories' ? [] : isOneOf(sql`piece.category`, asked.categories)),
  ])
}

/** Conditions that the stored counts support. */
function keptRest(asked: AskedPool): RawBuilder<unknown>[] {
  return [
    ...isOneOf(sql`piece.department`, asked.departments),
    ...(asked.offPerMille ? [sql`piece.off_per_mille >= ${asked.offPerMille}`] : []),
    ...(asked.isInStockOnly ? [sql`piece.is_in_stock`] : []),
  ]
}

/** The other conditions. A page is read in order until full, so `offset 0` forces lookups per piece. */
function rest(asked: AskedPool, isPage: boolean): RawBuilder<unknown> {
  const byPiece = isPage ? sql`offset 0` : sql``
  return all([
    ...(asked.words === undefined ? [] : [sql`piece.words @@ ${asked.words}::tsquery`]),
    ...keptRest(asked),
    ...(asked.sizeKeys ? [sql`piece.size_keys && ${asked.sizeKeys}::text[]`] : []),
    ...(asked.maxHundredths ? [sql`piece.now_hundredths <= ${asked.maxHundredths}`] : []),
    ...(asked.isOutOfClubOnly
      ? [
          sql`not exists (select from deals where deals.buy_url_key = piece.buy_url_key
            and deals.deleted_at is null ${byPiece})`,
        ]
      : []),
    ...(asked.isDismissed
      ? []
      : [sql`not exists (select from feed_dismissals as dismissal where ${OF_PIECE} ${byPiece})`]),
    ...(asked.since === 'new' ? [sql`piece.since = run.started_at`] : []),
    ...(asked.since === 'cheaper' ? [sql`piece.now_hundredths < piece.earlier_hundredths`] : []),
  ])
}

/** The sort key and direction of each order; ties are broken by id in the same direction. */
const ORDERS: Record<
  PoolSort,
  { by: RawBuilder<unknown>; isFalling: boolean; type: RawBuilder<unknown> }
> = {
  'percent-off': {
    by: sql`coalesce(piece.off_per_mille, -1)`,
    isFalling: true,
    type: sql`integer`,
  },
  newest: { by: sql`piece.since`, isFalling: true, type: sql`timestamptz` },
  'price-up': { by: sql`piece.now_hundredths`, isFalling: false, type: sql`integer` },
  'price-down': { by: sql`piece.now_hundredths`, isFalling: true, type: sql`integer` },
}

const COLUMNS = sql`piece.id, piece.source_id as feed_id, source.name as feed_name, piece.item_key,
  piece.brand_name, piece.product_name, piece.buy_url, piece.buy_url_key, piece.domain, piece.picture_urls,
  piece.department, piece.category, piece.colour, piece.gtin, piece.style_number, piece.sizes, piece.currency,
  piece.now_hundredths, piece.was_hundredths, piece.was_basis, piece.off_per_mille, piece.is_in_stock, piece.since,
  piece.earlier_hundredths, dismissal.dismissed_by, dismissal.dismissed_at`

type Page = { sort: PoolSort; after: { place: string; id: number } | undefined; limit: number }

export async function findCandidates(
  db: Database,
  asked: AskedPool,
  { sort, after, limit }: Page,
): Promise<PoolRow[]> {
  const { by, isFalling, type } = ORDERS[sort]
  const direction = isFalling ? sql`desc` : sql`asc`
  const beyond = isFalling ? sql`<` : sql`>`
  const isAfter = after
    ? sql`and (${by}, piece.id) ${beyond} (${after.place}::${type}, ${after.id}::bigint)`
    : sql``
  const { rows } = await sql<PoolRow>`
    select ${COLUMNS}, ${by}::text as place from ${asked.isDismissed ? DISMISSED : WITH_DISMISSALS}
    where ${rest(asked, true)} and ${parts(asked)} ${isAfter}
    order by ${by} ${direction}, piece.id ${direction} limit ${limit}`.execute(db)
  return rows
}

/** Returns the candidates that are still in the pool. */
export async function findCandidatesById(db: Database, ids: number[]): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow>`
    select ${COLUMNS}, '' as place from ${WITH_DISMISSALS}
    where piece.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Selects what is counted, with the pieces per row: from the stored counts where these suffice. */
function counted(asked: AskedPool): RawBuilder<unknown> {
  const { words, sizeKeys, maxHundredths, since, offPerMille = 0 } = asked
  const isKept = [words, sizeKeys, maxHundredths, since].every((each) => each === undefined)
  if (!isKept || offPerMille % 100 !== 0 || asked.isDismissed) {
    return sql`select piece.source_id, piece.brand_key, piece.brand_name, piece.category, 1 as pieces
      from ${asked.isDismissed ? DISMISSED : POOL} where ${rest(asked, false)}`
  }
  const kept = sql`select piece.source_id, piece.brand_key, piece.brand_name, piece.category, piece.pieces
    from feed_counts as piece join feed_sources as source
      on source.id = piece.source_id and source.current_run_id = piece.run_id
    where ${all(keptRest(asked))}
    union all
    select piece.source_id, piece.brand_key, piece.brand_name, piece.category, -1
    from ${DISMISSED} where ${all(keptRest(asked))}`
  if (!asked.isOutOfClubOnly) return kept
  // Looked up by the links of deals: these are far fewer than the candidates.
  return sql`${kept} union all
    select piece.source_id, piece.brand_key, piece.brand_name, piece.category, -1
    from deals
    cross join lateral (select * from feed_candidates where buy_url_key = deals.buy_url_key offset 0) as piece
    join feed_sources as source on source.current_run_id = piece.run_id
    where deals.deleted_at is null and ${all(keptRest(asked))}
      and not exists (select from feed_dismissals as dismissal where ${OF_PIECE} offset 0)`
}

export async function countCandidates(db: Database, asked: AskedPool): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(pieces), 0)::integer as count from (${counted(asked)}) as piece
    where ${parts(asked)}`.execute(db)
  return rows[0]?.count ?? 0
}

type CountRow = {
  kind: 'total' | 'feed' | 'brand' | 'category'
  key: string
  name: string
  count: number
}

/** Counts the matches, also by feed, brand and category, each under all other conditions. */
export async function countPool(db: Database, asked: AskedPool, mostBrands: number) {
  const { rows } = await sql<CountRow>`
    with counted as materialized (${counted(asked)})
    select 'total' as kind, '' as key, '' as name, coalesce(sum(pieces), 0)::integer as count
    from counted as piece where ${parts(asked)}
    union all
    select 'feed', source.id, source.name, coalesce(sum(pieces), 0)::integer
    from feed_sources as source
    left join counted as piece on piece.source_id = source.id and ${parts(asked, 'feeds')}
    group by source.id, source.name having sum(pieces) > 0 or source.id = any(${asked.feeds}::text[])
    union all
    (select 'brand', piece.brand_key, min(piece.brand_name), sum(pieces)::integer as count
    from counted as piece where ${parts(asked, 'brandKeys')} and piece.brand_key <> ''
    group by piece.brand_key having sum(pieces) > 0
    order by piece.brand_key = any(${asked.brandKeys}::text[]) desc, count desc, piece.brand_key limit ${mostBrands})
    union all
    select 'category', piece.category, '', sum(pieces)::integer
    from counted as piece where ${parts(asked, 'categories')} and piece.category is not null
    group by piece.category having sum(pieces) > 0`.execute(db)
  const of = (kind: CountRow['kind']) => rows.filter((row) => row.kind === kind)
  const byName = new Intl.Collator('en').compare
  return {
    total: of('total')[0]?.count ?? 0,
    feeds: of('feed')
      .map(({ key: id, name, count }) => ({ id, name, count }))
      .toSorted((one, other) => byName(one.name, other.name)),
    brands: of('brand').map(({ key, name, count }) => ({ key, name, count })),
    categories: of('category').map(({ key: value, count }) => ({ value, count })),
  }
}

type KnownDealRow = {
  id: string
  buyUrlKey: string
  gtin: string | null
  productName: string
  brandName: string
  isLive: boolean
}

/** Returns deals with the same links or trade numbers. */
export async function findKnownDeals(
  db: Database,
  { keys, gtins }: { keys: string[]; gtins: string[] },
): Promise<KnownDealRow[]> {
  const { rows } = await sql<KnownDealRow>`
    select deals.id, deals.buy_url_key, deals.gtin, deals.product_name, coalesce(brands.name, '') as brand_name,
      deals.is_published and deals.ended_at is null as is_live
    from deals left join brands on brands.id = deals.brand_id
    where deals.deleted_at is null
      and (deals.buy_url_key = any(${keys}::text[]) or deals.gtin = any(${gtins}::text[]))
    order by is_live desc, deals.created_at desc`.execute(db)
  return rows
}

type Pick = {
  dealId: string
  sourceId: string
  sourceName: string
  itemKey: string
  pictureUrls: string[]
  pickedAt: Date
  pickedBy: string
}

export async function insertPick(db: Database, pick: Pick): Promise<void> {
  await db.insertInto('feedPicks').values(pick).execute()
}

/** Returns picks whose pictures have not been fetched yet, the oldest first. */
export async function findPicksWithoutPictures(db: Database, most: number) {
  return db
    .selectFrom('feedPicks')
    .select(['dealId', 'pictureUrls'])
    .where('picturesAt', 'is', null)
    .orderBy('pickedAt')
    .limit(most)
    .execute()
}

export async function markPictured(db: Database, dealId: string, at: Date): Promise<void> {
  await db.updateTable('feedPicks').set({ picturesAt: at }).where('dealId', '=', dealId).execute()
}
