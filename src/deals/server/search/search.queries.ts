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
  /** The same for everybody, whose words are all of what deals are filed by. */
  filed: FiledWords | undefined
  /** Of these deals alone, whether they live or have ended. */
  among?: string[]
}

/**
 * Of the value of that number, whether a deal has it: by the place in the index where it would be. Asked whether
 * there is one, the database goes through the whole table for one that many seem to have and none has.
 */
export function hasValue(audience: Audience, column: Column): RawBuilder<boolean> {
  const [table, ref] = [searchTable(audience), sql.ref(column)]
  return sql<boolean>`no = (select ${ref} from ${table} where ${ref} >= no order by ${ref} limit 1)`
}

/** By column the numbers of which a deal has to have one, in any of them. */
type Numbers = Partial<Record<Column, number[]>>

/** Words that are looked for, as numbers of what deals are filed by: all of these, each in one way or another. */
type FiledWords = {
  groups: Array<{ any: Numbers; exact: Numbers }>
  /** Those that are called so: they come first. */
  brands: number[]
}

function isAnyOf(numbers: Numbers): RawBuilder<boolean> {
  const looks = Object.entries(numbers).flatMap(([column, some]) =>
    some.length === 0 ? [] : [sql<boolean>`${sql.ref(column)} = any(${some}::integer[])`],
  )
  return looks.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(looks, sql` or `)})`
}

export type Condition = { name: FilterName; holds: RawBuilder<boolean> }

/** What has to hold for each filter that is chosen; where a deal does not say, it does not hold. */
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

/** For words that many ended deals have, living ones have an index of their own: they are asked for as it has them. */
export const IS_LIVING_WITH_WORDS = sql<boolean>`words @@ '''l='''::tsquery`

function hasSought({ ended, among }: Asked, { query }: Sought): RawBuilder<boolean> {
  const has = sql<boolean>`words @@ ${query}::tsquery`
  return ended || among ? has : allOf([has, IS_LIVING_WITH_WORDS])
}

/** What is not known fails as well: in SQL neither it nor its opposite would hold. */
export function failing(holds: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(${holds}) is not true`
}

/** With their words only where some are looked for. */
export function searchedIn({ audience, sought }: Asked): RawBuilder<unknown> {
  const table = searchTable(audience)
  return sought ? sql`${table} join ${wordsTable(audience)} using (deal_id)` : table
}

/** What is in the feed, or everything that is out, or those of it that are asked about. */
export function inScope({ ended, among }: Asked): RawBuilder<boolean> {
  if (among) return sql<boolean>`deal_id = any(${among}::text[])`
  return ended ? sql<boolean>`true` : sql<boolean>`is_listed`
}

/** What is counted by its values: of a list of somebody's own, the ended ones as well. */
export function isCounted({ among }: Asked): RawBuilder<boolean> {
  return among ? sql<boolean>`true` : sql<boolean>`is_living`
}

export function allOf(conditions: Array<RawBuilder<boolean>>): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** All that a list is narrowed to, and where it looks. */
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

/** Ids of a page of the list. */
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

/** How many there would be without each of the chosen filters, by its name. */
export async function countWithout(db: Database, asked: Asked): Promise<Map<FilterName, number>> {
  const conditions = conditionsOf(asked)
  // Words that many deals have are looked for only where they have to hold.
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

/**
 * By the slugs that are asked for. Where a brand has no deal that is out and another has taken its place,
 * that one is meant.
 */
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

/** What is looked for by everybody, whose words are those of the brand and of what a deal is filed under. */
export async function findFiled(db: Database, { groups }: Sought): Promise<FiledWords> {
  const words = groups.flatMap((group) => group.words)
  // The last letter is another where there are several of it.
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
