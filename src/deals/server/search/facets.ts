import type { Database } from '#app/db/database.ts'
import { countryName, filterLabel } from '#app/deals/filters/filters.copy.ts'
import {
  type FilterName,
  type Filters,
  MOST_FACET_VALUES,
} from '#app/deals/filters/filters.facts.ts'
import type { Facets, FacetValue } from '#app/deals/filters/search.contract.ts'
import { chartKeys, SIZE_CHARTS, sizeLabel } from '#app/deals/vocabulary/sizes.facts.ts'
import { type TermField, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { foldName } from '#app/shared/names.ts'
import type { CountedFilter, FacetCounts } from './facets.queries.ts'
import type { Resolved } from './resolve.ts'
import { countWithout, findBrandsById, findSellers } from './search.queries.ts'

/** The facets of a list, and which filters to drop when nothing is found. */
export async function makeFacets(
  db: Database,
  resolved: Resolved,
  counted: FacetCounts,
): Promise<Facets> {
  const { renamed } = resolved
  return {
    total: counted.total,
    ended: counted.ended,
    facets: await facetsOf(db, resolved, counted),
    price: priceOf(counted),
    without: counted.total > 0 ? [] : await withoutOf(db, resolved),
    gone: goneOf(resolved),
    ...(renamed.size > 0 && { renamed: Object.fromEntries(renamed) }),
  }
}

/** Excluded brands and retailers, which are in no facet. */
function goneOf({ filters, names }: Resolved): Facets['gone'] {
  return (['brand', 'retailer'] as const).flatMap((kind) => {
    const name = `not-${kind}` as const
    return filters[name].map((value) => ({ name, value, label: names[kind].get(value) ?? value }))
  })
}

function priceOf({ prices }: FacetCounts): Facets['price'] {
  if (!prices) return null
  return { min: Math.floor(prices.lowest / 100), max: Math.ceil(prices.highest / 100) }
}

async function facetsOf(
  db: Database,
  { filters, asked, names }: Resolved,
  { counts }: FacetCounts,
): Promise<Facets['facets']> {
  const of = (name: CountedFilter) => counts.get(name) ?? new Map<string, number>()
  const brands = await findBrandsById(db, [...of('brand').keys()])
  const facets = {
    department: fromVocabulary('department', of('department'), filters.department),
    category: fromVocabulary('category', withAbove(of('category')), filters.category),
    brand: named(brands, of('brand'), { chosen: filters.brand, names: names.brand }),
    colour: fromVocabulary('colour', of('colour'), filters.colour),
    size: sizesOf(of('size'), filters.size),
  }
  if (asked.audience === 'public') return facets
  const ids = [...of('retailer').keys(), ...of('ships').keys()]
  const sellers = await findSellers(db, [...new Set(ids)])
  const countries = new Map<string, number>(filters.ships.map((country) => [country, 0]))
  for (const { id, shipsTo } of sellers) {
    for (const country of shipsTo) {
      countries.set(country, (countries.get(country) ?? 0) + (of('ships').get(id) ?? 0))
    }
  }
  return {
    ...facets,
    retailer: named(sellers, of('retailer'), {
      chosen: filters.retailer,
      names: names.retailer,
    }),
    ships: shown(
      [...countries].map(([value, count]) => ({ value, label: countryName(value), count })),
      filters.ships,
    ),
  }
}

type Value = Omit<FacetValue, 'isChosen'>

/** Omits values without deals, unless they are chosen. */
function shown(values: Value[], chosen: string[]): FacetValue[] {
  return values
    .map((value) => ({ ...value, isChosen: chosen.includes(value.value) }))
    .filter(({ count, isChosen }) => count > 0 || isChosen)
}

function fromVocabulary(
  field: TermField,
  counts: Map<string, number>,
  chosen: string[],
): FacetValue[] {
  const values = VOCABULARY[field].map(({ value, label, parent }) => ({
    value,
    label,
    count: counts.get(value) ?? 0,
    ...(parent !== undefined && { parent }),
  }))
  return shown(values, chosen)
}

/** A first-level category includes the deals of its subcategories. */
function withAbove(counts: Map<string, number>): Map<string, number> {
  const sums = new Map(counts)
  for (const { value, parent } of VOCABULARY.category) {
    if (parent === undefined) continue
    sums.set(parent, (sums.get(parent) ?? 0) + (counts.get(value) ?? 0))
  }
  return sums
}

/** Sorted by name; limited to the most frequent ones. */
function named(
  all: Array<{ id: string; slug: string; name: string }>,
  counts: Map<string, number>,
  { chosen, names }: { chosen: string[]; names: Map<string, string> },
): FacetValue[] {
  const found = all.map(({ id, slug, name }) => ({
    value: slug,
    label: name,
    count: counts.get(id) ?? 0,
  }))
  const missing = chosen.filter((slug) => !all.some((each) => each.slug === slug))
  const values = [
    ...found,
    ...missing.map((slug) => ({ value: slug, label: names.get(slug) ?? slug, count: 0 })),
  ]
  const most = shown(values, chosen)
    .sort((a, b) => Number(b.isChosen) - Number(a.isChosen) || b.count - a.count || byText(a, b))
    .slice(0, MOST_FACET_VALUES)
  return most.sort((a, b) => foldName(a.label).localeCompare(foldName(b.label)) || byText(a, b))
}

function byText(a: Value, b: Value): number {
  return a.value < b.value ? -1 : 1
}

/** In the order of the size charts, then the others. */
function sizesOf(counts: Map<string, number>, chosen: string[]): FacetValue[] {
  const rank = (key: string) => SIZE_ORDER.get(key) ?? SIZE_ORDER.size
  const values = [...new Set([...counts.keys(), ...chosen])].map((value) => ({
    value,
    label: sizeLabel(value),
    count: counts.get(value) ?? 0,
  }))
  const inOrder = values.sort((a, b) => rank(a.value) - rank(b.value) || byText(a, b))
  return shown(inOrder, chosen).slice(0, MOST_FACET_VALUES)
}

const SIZE_ORDER = new Map(SIZE_CHARTS.flatMap(chartKeys).map((key, index) => [key, index]))

/** Filters to drop so that something is found, those with most deals first. */
async function withoutOf(
  db: Database,
  { filters, asked, names }: Resolved,
): Promise<Facets['without']> {
  const counts = await countWithout(db, asked)
  const knownAs = (name: FilterName, value: string) => {
    if (name === 'size') return sizeLabel(value)
    const kind = name.replace('not-', '')
    return kind === 'brand' || kind === 'retailer' ? names[kind].get(value) : undefined
  }
  const offers = [...counts].flatMap(([name, count]) => {
    if (count === 0) return []
    const chosen = [filters[name as keyof Filters] ?? []].flat().map(String)
    const label = chosen.map((value) => filterLabel(name, value, knownAs(name, value))).join(', ')
    return [{ name, value: chosen.join(','), label, count }]
  })
  return offers.sort((a, b) => b.count - a.count)
}
