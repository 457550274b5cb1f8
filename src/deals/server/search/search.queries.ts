import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { FilterName, Filters, Sort } from '#app/deals/filters/filters.facts.ts'
import { published } from '#app/deals/server/deal/life.queries.ts'
import type { Audience } from './audience.rules.ts'
import { hasWords, type Sought } from './words.rules.ts'

export function searchTable(audience: Audience) {
  return audience === 'members' ? sql.table('members_search') : sql.table('public_search')
}

export function wordsTable(audience: Audience) {
  return audience === 'members' ? sql.table('members_words') : sql.table('public_words')
}

/** The indexed attributes of deals, each a column of the search tables that holds numbers of values. */
export type Column = 'department' | 'category' | 'brand' | 'colour' | 'sizes' | 'retailer'

/** Filters in terms of the database: numbers of values, categories including their subcategories. */
export type Asked = Pick<Filters, 'min' | 'max' | 'off' | 'save' | 'ended'> & {
  audience: Audience
  /** Missing when not filtered. */
  lists: Partial<Record<FilterName, { column: Column; numbers: number[]; isNot?: boolean }>>
  /** The first and the last day; undefined for all days. */
  days: { from: string; to: string } | undefined
  sought: Sought | undefined
  /** The same search for the public, whose words all come from brands and vocabulary terms. */
  filed: FiledWords | undefined
  /** Restricts the search to these deals, living or ended. */
  among?: string[]
}

/**
 * Whether any deal has the value with this number, by an index lookup of where it would be. With `exists`, the
 * planner would scan the whole table for a value that it wrongly believes to be common.
 */
export function hasValue(audience: Audience, column: Column): RawBuilder<boolean> {
  const [table, ref] = [searchTable(audience), sql.ref(column)]
  return sql<boolean>`no = (select ${ref} from ${table} where ${ref} >= no order by ${ref} limit 1)`
}

/** By column, the numbers of which a deal must have at least one, in any of the columns. */
type Numbers = Partial<Record<Column, number[]>>

/** A search as numbers of values: a deal must match every group, in any of its ways. */
type FiledWords = {
  groups: Array<{ any: Numbers; exact: Numbers }>
  /** Brands of that name, which come first. */
  brands: number[]
}

function isAnyOf(numbers: Numbers): RawBuilder<boolean> {
  const looks = Object.entries(numbers).flatMap(([column, some]) =>
    some.length === 0 ? [] : [sql<boolean>`${sql.ref(column)} = any(${some}::integer[])`],
  )
  return looks.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(looks, sql` or `)})`
}

export type Condition = { name: FilterName; holds: RawBuilder<boolean> }

/** The condition of each filter that is set; a deal without the value does not match. */
export function conditionsOf(asked: Asked): Condition[] {
  const { sought, filed, days } = asked
  const found: Array<Condition | undefined> = [
    filed && { name: 'q', holds: allOf(filed.groups.map(({ any }) => isAnyOf(any))) },
    sought && { name: 'q', holds: hasSought(asked, sought) },
    ...Object.entries(asked.lists).map(([name, { column, numbers, isNot = false }]) => {
      const isOne = sql<boolean>`${sql.ref(column)} = any(${numbers}::integer[])`
      return { name: name as FilterName, holds: isNot ? failing(isOne) : isOne }
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

/** Listed deals have a partial index for words that many ended deals share; this must match its condition. */
export const IS_LIVING_WITH_WORDS = sql<boolean>`words @@ '''l='''::tsquery`

function hasSought({ ended, among }: Asked, { query }: Sought): RawBuilder<boolean> {
  const has = sql<boolean>`words @@ ${query}::tsquery`
  return ended || among ? has : allOf([has, IS_LIVING_WITH_WORDS])
}

/** Treats NULL as failing: in SQL neither a condition on NULL nor its negation holds. */
export function failing(holds: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(${holds}) is not true`
}

/** Joins the words only for a word search. */
export function searchedIn({ audience, sought }: Asked): RawBuilder<unknown> {
  const table = searchTable(audience)
  return sought ? sql`${table} join ${wordsTable(audience)} using (deal_id)` : table
}

/** The feed, everything published, or the given deals. */
export function inScope({ ended, among }: Asked): RawBuilder<boolean> {
  if (among) return sql<boolean>`deal_id = any(${among}::text[])`
  return ended ? sql<boolean>`true` : sql<boolean>`is_listed`
}

/** The deals counted by value; of a person's own list, ended ones as well. */
export function isCounted({ among }: Asked): RawBuilder<boolean> {
  return among ? sql<boolean>`true` : sql<boolean>`is_living`
}

export function allOf(conditions: Array<RawBuilder<boolean>>): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** All conditions of a list, including its scope. */
export function isAskedFor(asked: Asked): RawBuilder<boolean> {
  return allOf([inScope(asked), ...conditionsOf(asked).map(({ holds }) => holds)])
}

export const NEWEST = sql`published_day desc, published_at desc, feed_position, deal_id`

function orderOf(sort: Sort, { sought, filed }: Asked): RawBuilder<unknown> {
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
      if (filed) {
        const exact = allOf(filed.groups.map((group) => isAnyOf(group.exact)))
        return sql`(${isAnyOf({ brand: filed.brands })}) is true desc, (${exact}) is true desc, ${NEWEST}`
      }
      return sought
        ? sql`words @@ ${sought.brand}::tsquery desc, words @@ ${sought.exact}::tsquery desc, ${NEWEST}`
        : NEWEST
  }
}

/** The ids of one page of the list. */
export async function findAsked(
  db: Database,
  asked: Asked,
  { sort, offset, limit }: { sort: Sort; offset: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ dealId: string }>`
    select deal_id as "dealId" from ${searchedIn(asked)} where ${isAskedFor(asked)}
    order by ${orderOf(sort, asked)} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map(({ dealId }) => dealId)
}

/** The number of results without each of the chosen filters, by filter name. */
export async function countWithout(db: Database, asked: Asked): Promise<Map<FilterName, number>> {
  const conditions = conditionsOf(asked)
  // Searches for words only where they must match, because common words are expensive.
  const words = conditions.filter(({ name }) => name === 'q')
  const others = conditions.filter(({ name }) => name !== 'q')
  const counts = new Map<FilterName, number>()
  const count = async (from: Asked, hard: Condition[], dropped: Condition[]) => {
    if (dropped.length === 0) return
    const columns = dropped.map(({ name }) => {
      const kept = [...hard, ...others].filter((other) => other.name !== name)
      return sql`(count(*) filter (where ${allOf(kept.map(({ holds }) => holds))}))::integer as ${sql.id(name)}`
    })
    const failed = others.map(({ holds }) => sql`(${failing(holds)})::integer`)
    const { rows } = await sql<Record<string, number>>`
      select ${sql.join(columns)} from ${searchedIn(from)}
      where ${allOf([inScope(from), ...hard.map(({ holds }) => holds)])}
      ${failed.length > 0 ? sql`and ${sql.join(failed, sql` + `)} <= 1` : sql``}
    `.execute(db.withoutPlugins())
    for (const { name } of dropped) counts.set(name, rows[0]?.[name] ?? 0)
  }
  await count({ ...asked, sought: undefined }, [], words)
  await count(asked, words, others)
  return counts
}

type Named = { id: string; slug: string; name: string }

/** Brands by requested slug. A brand without a published deal is replaced by its successor. */
export async function findBrandsBySlug(
  db: Database,
  slugs: string[],
): Promise<Array<Named & { asked: string }>> {
  if (slugs.length === 0) return []
  return db
    .selectFrom('brands')
    .leftJoin('brands as next', (join) =>
      join
        .onRef('next.id', '=', 'brands.successorId')
        .on((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('deals')
                .select('deals.id')
                .whereRef('deals.brandId', '=', 'brands.id')
                .where(published),
            ),
          ),
        ),
    )
    .select('brands.slug as asked')
    .select(({ fn }) => [
      fn.coalesce('next.id', 'brands.id').as('id'),
      fn.coalesce('next.slug', 'brands.slug').as('slug'),
      fn.coalesce('next.name', 'brands.name').as('name'),
    ])
    .where('brands.slug', 'in', slugs)
    .execute()
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

/** Translates a public search, whose words are those of brands and vocabulary terms. */
export async function findFiled(db: Database, { groups }: Sought): Promise<FiledWords> {
  const words = groups.flatMap((group) => group.words)
  // Omits the last letter, which the singular form may have changed.
  const patterns = words.map((word) => `%${[...word].slice(0, -1).join('') || word}%`)
  const { rows: brands } = await sql<{ no: number; words: string[] }>`
    select no, words_of_key(name_key) as words from brands join search_values on value = 'b:' || brands.id
    where name_key like any(${patterns}::text[])
  `.execute(db)
  const values = groups.flatMap(({ filed, filedExactly }) => [...filed, ...filedExactly])
  const { rows } = await sql<{ no: number; value: string }>`
    select no, value from search_values where value = any(${values}::text[])
  `.execute(db)
  const numbers = new Map(rows.map(({ no, value }) => [value, no]))
  const of = (some: string[], column: string) =>
    some.flatMap((value) => (value.startsWith(column) ? (numbers.get(value) ?? []) : []))
  const inColumns = (some: string[], brand: number[]): Numbers => ({
    brand,
    department: of(some, 'd:'),
    category: of(some, 'c:'),
    colour: of(some, 'k:'),
  })
  return {
    groups: groups.map((group) => {
      const called = brands.map(({ no, words: name }) => ({ no, ...hasWords(name, group) }))
      const noOf = ({ no }: { no: number }) => no
      return {
        any: inColumns(group.filed, called.filter(({ begun }) => begun).map(noOf)),
        exact: inColumns(group.filedExactly, called.filter(({ whole }) => whole).map(noOf)),
      }
    }),
    brands: brands
      .filter(({ words: name }) => words.every((word) => name.includes(word)))
      .map(({ no }) => no),
  }
}

/** A filter value as people choose it, and the stored values it means. */
export type AskedValue = {
  name: FilterName
  column: Column
  value: string
  /** Any of them matches: `c:boots`, `b:` and an id, the key of a size, the letters of a country. */
  means: string[]
}

type FoundValue = { at: number; numbers: number[] }

/**
 * The numbers that this audience's deals have for each value, by its index; none for values that only
 * unpublished deals have.
 */
export async function findNumbers(
  db: Database,
  audience: Audience,
  asked: AskedValue[],
): Promise<Map<number, number[]>> {
  if (asked.length === 0) return new Map()
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
        and ${hasValue(audience, column)}
      ) as numbers`
  })
  const { rows } = await sql<FoundValue>`${sql.join(looks, sql` union all `)}`.execute(db)
  return new Map(
    rows.filter(({ numbers }) => numbers.length > 0).map((row) => [row.at, row.numbers]),
  )
}
