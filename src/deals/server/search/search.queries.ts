import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { FilterName, Filters, Sort } from '#app/deals/filters.facts.ts'
import type { Audience } from './audience.rules.ts'
import type { Sought } from './words.rules.ts'

export function searchTable(audience: Audience) {
  return audience === 'members' ? sql.table('members_search') : sql.table('public_search')
}

export function wordsTable(audience: Audience) {
  return audience === 'members' ? sql.table('members_words') : sql.table('public_words')
}

/** What deals are filed by: a column of the tables that are searched, and of the values in it the numbers. */
export type Column = 'department' | 'category' | 'brand' | 'colour' | 'sizes' | 'retailer'

/** What is asked for, in the records' own terms: numbers of values, categories with those below them. */
export type Asked = Pick<Filters, 'min' | 'max' | 'off' | 'save' | 'ended'> & {
  audience: Audience
  /** Empty: not asked for. */
  lists: Partial<Record<FilterName, { column: Column; numbers: number[]; isNot?: boolean }>>
  /** The first and the last day, where some are left out. */
  days: { from: string; to: string } | undefined
  sought: Sought | undefined
}

/** Those that are counted by value, each under all others. */
const COUNTED = ['department', 'category', 'brand', 'colour', 'size', 'retailer', 'ships'] as const
export type CountedFilter = (typeof COUNTED)[number]

type Condition = { name: FilterName; holds: RawBuilder<boolean> }

/** What has to hold for each filter that is chosen; where a deal does not say, it does not hold. */
function conditionsOf(asked: Asked): Condition[] {
  const { sought, days } = asked
  const found: Array<Condition | undefined> = [
    sought && { name: 'q', holds: sql<boolean>`words @@ ${queryIn(asked, sought.query)}::tsquery` },
    ...Object.entries(asked.lists).map(([name, { column, numbers, isNot = false }]) => {
      const isOne = sql<boolean>`${sql.ref(column)} = any(${numbers}::integer[])`
      return { name: name as FilterName, holds: isNot ? fails(isOne) : isOne }
    }),
    atLeast('min', 'sale_price_cents', asked.min, 100),
    asked.max === undefined
      ? undefined
      : { name: 'max', holds: sql<boolean>`sale_price_cents <= ${asked.max * 100}` },
    atLeast('off', 'discount_per_mille', asked.off, 10),
    atLeast('save', 'saved_cents', asked.save, 100),
    days && {
      name: 'day',
      holds: sql<boolean>`published_day between ${days.from}::date and ${days.to}::date`,
    },
  ]
  return found.filter((condition) => condition !== undefined)
}

function atLeast(
  name: FilterName,
  column: string,
  value: number | undefined,
  unit: number,
): Condition | undefined {
  if (value === undefined) return
  return { name, holds: sql<boolean>`${sql.ref(column)} >= ${value * unit}` }
}

/** Of words that many ended deals have, only those that the list is of are looked at. */
function queryIn({ ended }: Pick<Asked, 'ended'>, query: string): string {
  return ended ? query : `(${query}) & 'l='`
}

function fails(holds: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(${holds}) is not true`
}

/** With their words only where some are looked for. */
function from({ audience, sought }: Asked): RawBuilder<unknown> {
  const table = searchTable(audience)
  return sought ? sql`${table} join ${wordsTable(audience)} using (deal_id)` : table
}

/** What is in the feed, or everything that is out. */
function inScope({ ended }: Asked): RawBuilder<boolean> {
  return ended ? sql<boolean>`true` : sql<boolean>`is_listed`
}

function all(conditions: Array<RawBuilder<boolean>>): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function where(asked: Asked): RawBuilder<boolean> {
  return all([inScope(asked), ...conditionsOf(asked).map(({ holds }) => holds)])
}

export type ListCounts = { total: number; ended: number }

export async function countAsked(db: Database, asked: Asked): Promise<ListCounts> {
  const { rows } = await sql<ListCounts>`
    select count(*)::integer as total, (count(*) filter (where not is_living))::integer as ended
    from ${from(asked)} where ${where(asked)}
  `.execute(db)
  return rows[0] ?? { total: 0, ended: 0 }
}

/** Those of the list that have ended, of which there are few. */
async function countEnded(db: Database, asked: Asked): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${from(asked)} where not is_living and ${where(asked)}
  `.execute(db)
  return rows[0]?.count ?? 0
}

const NEWEST = sql`published_day desc, published_at desc, feed_position, deal_id`

function orderOf(sort: Sort, { sought }: Asked): RawBuilder<unknown> {
  switch (sort) {
    case 'newest':
      return NEWEST
    case 'percent-off':
      return sql`discount_per_mille desc nulls last, ${NEWEST}`
    case 'amount-off':
      return sql`saved_cents desc nulls last, ${NEWEST}`
    case 'price-up':
      return sql`sale_price_cents nulls last, ${NEWEST}`
    case 'price-down':
      return sql`sale_price_cents desc nulls last, ${NEWEST}`
    case 'best':
      return sought
        ? sql`words @@ ${sought.brand}::tsquery desc, words @@ ${sought.exact}::tsquery desc, ${NEWEST}`
        : NEWEST
  }
}

/** Ids of a page of the list. */
export async function findAsked(
  db: Database,
  asked: Asked,
  { sort, offset, limit }: { sort: Sort; offset: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ dealId: string }>`
    select deal_id as "dealId" from ${from(asked)} where ${where(asked)}
    order by ${orderOf(sort, asked)} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map(({ dealId }) => dealId)
}

export type FacetCounts = ListCounts & {
  /** Of the living, in cents, under all filters but those of the price; undefined where none has one. */
  prices: { lowest: number; highest: number } | undefined
  /** By value: what a department, a category or a colour is called, a key of sizes, an id of the others. */
  counts: Map<CountedFilter, Map<string, number>>
}

type Group = {
  /** The number of the filter that these fail, if they fail one. */
  fails: number
  kind: number
  values: Array<string | null>
  keys: string[] | null
  count: number
  lowest: number | null
  highest: number | null
}

/**
 * How many living deals have which values, each kind under all filters but its own. One look at every deal
 * that fails at most one of the filters: it counts for the kind it fails, or for all.
 */
export async function countFacets(db: Database, asked: Asked): Promise<FacetCounts> {
  const { own, hard } = partsOf(asked)
  const failing =
    own.length === 0
      ? sql`0`
      : sql`case ${sql.join(
          own.map(({ holds }, index) => sql`when ${fails(holds)} then ${sql.lit(index + 1)}`),
          sql` `,
        )} else 0 end`
  const failed = own.map(({ holds }) => sql`(${fails(holds)})::integer`)
  const atMostOne =
    own.length > 1 ? sql<boolean>`${sql.join(failed, sql` + `)} <= 1` : sql<boolean>`true`
  const isForMembers = asked.audience === 'members'
  // Where the price is asked for, its ends are those of other deals.
  const isByPrice = asked.min !== undefined || asked.max !== undefined
  const retailer = isForMembers ? sql`retailer` : sql`null::integer as retailer`
  const { rows } = await sql<Group>`
    with base as (
      select ${failing} as fails, department, category, colour, brand, sizes, ${retailer},
        sale_price_cents
      from ${from(asked)}
      where is_living and ${all([inScope(asked), ...hard, atMostOne])}
    ), groups as (
      select fails, grouping(colour, brand) as kind,
        department, category, colour, brand, sizes, ${retailer}, count(*)::integer as count,
        ${isByPrice ? sql`null::integer` : sql`min(sale_price_cents)`} as lowest,
        ${isByPrice ? sql`null::integer` : sql`max(sale_price_cents)`} as highest
      from base
      group by grouping sets ((fails, department, category, colour), (fails, brand), (fails, sizes)
        ${isForMembers ? sql`, (fails, retailer)` : sql``})
    )
    select fails, kind, count, lowest, highest, of_sizes.keys,
      array[of_department.value, of_category.value, of_colour.value, of_brand.value, of_retailer.value] as "values"
    from groups
    left join search_values of_department on of_department.no = department
    left join search_values of_category on of_category.no = category
    left join search_values of_colour on of_colour.no = colour
    left join search_values of_brand on of_brand.no = brand
    left join search_values of_retailer on of_retailer.no = retailer
    left join search_values of_sizes on of_sizes.no = sizes
  `.execute(db)

  const counts = new Map(COUNTED.map((name) => [name, new Map<string, number>()]))
  const ended = await countEnded(db, asked)
  let living = 0
  let prices = isByPrice ? await findPrices(db, asked) : undefined
  for (const { fails: failedBy, kind, values, keys, count, lowest, highest } of rows) {
    const failedOne = own[failedBy - 1]?.name
    const add = (name: CountedFilter, value: string) => {
      if (failedOne !== undefined && failedOne !== name) return
      const of = counts.get(name)
      of?.set(value, (of.get(value) ?? 0) + count)
    }
    for (const key of keys ?? []) add('size', key)
    for (const value of values) {
      if (value === null) continue
      const name = value.slice(0, 2)
      const rest = value.slice(2)
      for (const counted of COUNTED_BY_PREFIX[name] ?? []) add(counted, rest)
    }
    // Every deal is in one of the groups by three things at once, whatever it says of them.
    if (kind !== BY_THREE || failedBy !== 0) continue
    living += count
    if (lowest === null || highest === null) continue
    prices = {
      lowest: Math.min(lowest, prices?.lowest ?? lowest),
      highest: Math.max(highest, prices?.highest ?? highest),
    }
  }
  return { total: living + ended, ended, prices, counts }
}

/** As `grouping` says it: by colour, which is with department and category, and not by brand. */
const BY_THREE = 0b01

const COUNTED_BY_PREFIX: Record<string, CountedFilter[]> = {
  'd:': ['department'],
  'c:': ['category'],
  'k:': ['colour'],
  'b:': ['brand'],
  'r:': ['retailer', 'ships'],
}

/** Those that are counted by their values, and those that just have to hold. */
function partsOf(asked: Asked) {
  const isCounted = ({ name }: Condition) => (COUNTED as readonly string[]).includes(name)
  const conditions = conditionsOf(asked)
  return {
    own: conditions.filter(isCounted),
    hard: conditions.filter((condition) => !isCounted(condition)).map(({ holds }) => holds),
  }
}

/** The lowest and the highest price of the living, in cents, under all filters but those of the price. */
async function findPrices(
  db: Database,
  asked: Asked,
): Promise<{ lowest: number; highest: number } | undefined> {
  const others = conditionsOf(asked).filter(({ name }) => name !== 'min' && name !== 'max')
  const { rows } = await sql<{ lowest: number | null; highest: number | null }>`
    select min(sale_price_cents) as lowest, max(sale_price_cents) as highest
    from ${from(asked)}
    where is_living and ${all([inScope(asked), ...others.map(({ holds }) => holds)])}
  `.execute(db)
  const { lowest = null, highest = null } = rows[0] ?? {}
  return lowest === null || highest === null ? undefined : { lowest, highest }
}

/** How many there would be without each of the chosen filters, by its name. */
export async function countWithout(db: Database, asked: Asked): Promise<Map<FilterName, number>> {
  const conditions = conditionsOf(asked)
  if (conditions.length === 0) return new Map()
  const counts = conditions.map(({ name }) => {
    const others = conditions.filter((other) => other.name !== name).map(({ holds }) => holds)
    return sql`(count(*) filter (where ${all(others)}))::integer as ${sql.id(name)}`
  })
  const failed = conditions.map(({ holds }) => sql`(${fails(holds)})::integer`)
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)} from ${from(asked)}
    where ${inScope(asked)} and ${sql.join(failed, sql` + `)} <= 1
  `.execute(db.withoutPlugins())
  return new Map(conditions.map(({ name }) => [name, rows[0]?.[name] ?? 0]))
}

type Named = { id: string; slug: string; name: string }

export async function findBrandsBySlug(db: Database, slugs: string[]): Promise<Named[]> {
  if (slugs.length === 0) return []
  return db.selectFrom('brands').select(['id', 'slug', 'name']).where('slug', 'in', slugs).execute()
}

export async function findRetailersBySlug(db: Database, slugs: string[]): Promise<Named[]> {
  if (slugs.length === 0) return []
  return db
    .selectFrom('retailers')
    .select(['id', 'slug', 'name'])
    .where('slug', 'in', slugs)
    .execute()
}

export async function findBrandsById(db: Database, ids: string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  return db.selectFrom('brands').select(['id', 'slug', 'name']).where('id', 'in', ids).execute()
}

type Seller = Named & { shipsTo: string[] }

export async function findSellers(db: Database, ids: string[]): Promise<Seller[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('retailers')
    .select(['id', 'slug', 'name', 'shipsTo'])
    .where('id', 'in', ids)
    .execute()
}

/** A value of a filter, as people choose it, and what the records have for it. */
export type AskedValue = {
  name: FilterName
  column: Column
  value: string
  /** Any of them: `c:boots`, `b:` and an id; of a size that it is among the keys, of a country its letters. */
  means: string[]
}

type FoundValue = { at: number; numbers: number[] }

/**
 * Of each value, by its place, the numbers that deals of this audience have for it. What only deals have
 * that are not out has none.
 */
export async function findNumbers(
  db: Database,
  audience: Audience,
  asked: AskedValue[],
): Promise<Map<number, number[]>> {
  if (asked.length === 0) return new Map()
  const table = searchTable(audience)
  const looks = asked.map(({ name, column, means }, at) => {
    const isMeant =
      column === 'sizes'
        ? sql`keys && ${means}::text[]`
        : name === 'ships'
          ? sql`value in (select 'r:' || id from retailers where ships_to && ${means}::text[])`
          : sql`value = any(${means}::text[])`
    return sql`
      select ${sql.lit(at)} as at, array(
        select no from search_values where ${isMeant}
        and exists (select from ${table} where ${sql.ref(column)} = no)
      ) as numbers`
  })
  const { rows } = await sql<FoundValue>`${sql.join(looks, sql` union all `)}`.execute(db)
  return new Map(
    rows.filter(({ numbers }) => numbers.length > 0).map((row) => [row.at, row.numbers]),
  )
}
