import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import {
  type Asked,
  allOf,
  type Condition,
  conditionsOf,
  failing,
  inScope,
  isAskedFor,
  isCounted,
  searchedIn,
} from './search.queries.ts'

/** Filters that are counted by value, each under all other filters. */
const COUNTED = ['department', 'category', 'brand', 'colour', 'size', 'retailer', 'ships'] as const
export type CountedFilter = (typeof COUNTED)[number]

export type FacetCounts = {
  total: number
  ended: number
  /** Cents, of living deals under all filters except those of price; undefined when none has a price. */
  prices: { lowest: number; highest: number } | undefined
  /** By value: the term of a department, category or colour, the key of a size, or the id of the others. */
  counts: Map<CountedFilter, Map<string, number>>
}

type Group = {
  /** The number of the only filter that these deals fail; 0 when they fail none. */
  fails: number
  isByThree: boolean
  values: Array<string | null>
  keys: string[] | null
  count: number
  lowest: number | null
  highest: number | null
}

/**
 * Counts living deals by value, each filter under all other filters. A single scan of the deals that fail at
 * most one filter: such a deal counts only for the filter it fails, or for all filters. When most deals pass,
 * counts those that do not and subtracts them from the totals.
 */
export async function countFacets(db: Database, asked: Asked, whole?: Whole): Promise<FacetCounts> {
  const parts = partsOf(asked)
  const before = whole && (await doMostPass(db, asked, whole)) ? whole : undefined
  const groups = await findGroups(db, asked, { ...parts, isOfFailing: before !== undefined })
  const counts = new Map(COUNTED.map((name) => [name, new Map(before?.counts.get(name))]))
  let living = before ? before.total - before.ended : 0
  let prices: FacetCounts['prices']

  for (const { fails, isByThree, values, keys, count, lowest, highest } of groups) {
    const failed = parts.own[fails - 1]?.name
    const add = (name: CountedFilter, value: string) => {
      if (failed !== undefined && (failed === name) === (before !== undefined)) return
      const of = counts.get(name)
      of?.set(value, (of.get(value) ?? 0) + (before ? -count : count))
    }
    for (const key of keys ?? []) add('size', key)
    for (const value of values) {
      if (value === null) continue
      for (const name of COUNTED_BY_PREFIX[value.slice(0, 2)] ?? []) add(name, value.slice(2))
    }
    // Every deal is in exactly one group by department, category and colour, even if it has none of them.
    if (!isByThree) continue
    if (before) living -= count
    else if (failed === undefined) living += count
    if ((failed !== undefined && failed !== PRICE) || lowest === null || highest === null) continue
    prices = {
      lowest: Math.min(lowest, prices?.lowest ?? lowest),
      highest: Math.max(highest, prices?.highest ?? highest),
    }
  }
  const { ended, ...others } = await findRest(db, asked)
  return { total: living + ended, ended, prices: others.prices ?? prices, counts }
}

const COUNTED_BY_PREFIX: Record<string, CountedFilter[]> = {
  'd:': ['department'],
  'c:': ['category'],
  'k:': ['colour'],
  'b:': ['brand'],
  'r:': ['retailer', 'ships'],
}

/** The price range is one filter: it is computed over the deals that pass all others. */
const PRICE = 'price'

type Part = { name: CountedFilter | typeof PRICE; holds: RawBuilder<boolean> }
type Parts = { own: Part[]; hard: Array<RawBuilder<boolean>> }

/** Splits conditions into filters counted by value and those that must hold. */
function partsOf(asked: Asked): Parts {
  const conditions = conditionsOf(asked)
  const isOwn = ({ name }: Condition) => (COUNTED as readonly string[]).includes(name)
  const isOfPrice = ({ name }: Condition) => name === 'min' || name === 'max'
  const byPrice = asked.sought ? conditions.filter(isOfPrice) : []
  const own = conditions.filter(isOwn) as Part[]
  if (byPrice.length > 0) {
    own.push({ name: PRICE, holds: allOf(byPrice.map(({ holds }) => holds)) })
  }
  const hard = conditions.filter((each) => !isOwn(each) && !byPrice.includes(each))
  return { own, hard: hard.map(({ holds }) => holds) }
}

async function findGroups(
  db: Database,
  asked: Asked,
  { own, hard, isOfFailing }: Parts & { isOfFailing: boolean },
): Promise<Group[]> {
  const failed = own.map(({ holds }) => sql`(${failing(holds)})::integer`)
  const failures = failed.length > 0 ? sql`(${sql.join(failed, sql` + `)})` : sql`0`
  const which = own.map(({ holds }, at) => sql`when ${failing(holds)} then ${sql.lit(at + 1)}`)
  const isOne = isOfFailing ? allOf([...hard, sql<boolean>`${failures} = 1`]) : sql<boolean>`true`
  const fails =
    own.length === 0
      ? sql`0`
      : sql`case when ${failing(isOne)} then 0 ${sql.join(which, sql` `)} else 0 end`
  const isLookedAt = isOfFailing
    ? failing(allOf([...hard, ...own.map(({ holds }) => holds)]))
    : allOf([...hard, ...(own.length > 1 ? [sql<boolean>`${failures} <= 1`] : [])])
  const isForMembers = asked.audience === 'members'
  const retailer = isForMembers ? sql`retailer` : sql`null::integer as retailer`
  // For a word search the price range is computed in the same pass, to avoid searching twice.
  const price = asked.sought ? sql`sale_price_cents` : sql`null::integer`
  const { rows } = await sql<Group>`
    with base as (
      select ${fails} as fails, department, category, colour, brand, sizes, ${retailer},
        ${price} as price
      from ${searchedIn(asked)}
      where ${allOf([isCounted(asked), inScope(asked), isLookedAt])}
    ), groups as (
      select fails, grouping(colour, brand) = 1 as is_by_three,
        department, category, colour, brand, sizes, ${retailer}, count(*)::integer as count,
        min(price) as lowest, max(price) as highest
      from base
      group by grouping sets ((fails, department, category, colour), (fails, brand), (fails, sizes)
        ${isForMembers ? sql`, (fails, retailer)` : sql``})
    )
    select fails, is_by_three as "isByThree", count, lowest, highest, of_sizes.keys,
      array[of_department.value, of_category.value, of_colour.value, of_brand.value, of_retailer.value] as "values"
    from groups
    left join search_values of_department on of_department.no = department
    left join search_values of_category on of_category.no = category
    left join search_values of_colour on of_colour.no = colour
    left join search_values of_brand on of_brand.no = brand
    left join search_values of_retailer on of_retailer.no = retailer
    left join search_values of_sizes on of_sizes.no = sizes
  `.execute(db)
  return rows
}

/** Counts over all living deals, and the planner's estimate of their number. */
export type Whole = FacetCounts & { guessed: number }

export async function countWhole(db: Database, asked: Asked): Promise<Whole> {
  return { ...(await countFacets(db, asked)), guessed: await guessLiving(db, asked) }
}

/** By the query planner's estimates, which rest on statistics of the columns. */
async function doMostPass(db: Database, asked: Asked, { guessed }: Whole): Promise<boolean> {
  return 2 * (await guessLiving(db, asked)) > guessed
}

async function guessLiving(db: Database, asked: Asked): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${searchedIn(asked)}
    where ${allOf([isCounted(asked), isAskedFor(asked)])}
  `.execute(db.withoutPlugins())
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

type Rest = Pick<FacetCounts, 'ended' | 'prices'>

/** The number of ended deals in the list, which is small, and the price range, which an index answers. */
async function findRest(db: Database, asked: Asked): Promise<Rest> {
  const others = conditionsOf(asked).filter(({ name }) => name !== 'min' && name !== 'max')
  const ofPrice = allOf([isCounted(asked), inScope(asked), ...others.map(({ holds }) => holds)])
  const ended = asked.among
    ? sql`0`
    : sql`(select count(*)::integer from ${searchedIn(asked)} where not is_living and ${isAskedFor(asked)})`
  const end = (which: 'min' | 'max') =>
    asked.sought
      ? sql`null::integer`
      : sql`(select ${sql.raw(which)}(sale_price_cents) from ${searchedIn(asked)} where ${ofPrice})`
  const { rows } = await sql<{ ended: number; lowest: number | null; highest: number | null }>`
    select ${ended} as ended, ${end('min')} as lowest, ${end('max')} as highest
  `.execute(db)
  const { ended: count = 0, lowest = null, highest = null } = rows[0] ?? {}
  const isKnown = lowest !== null && highest !== null
  return { ended: count, prices: isKnown ? { lowest, highest } : undefined }
}
