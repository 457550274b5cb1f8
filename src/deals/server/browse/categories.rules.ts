import type { CategoryTree, Place } from '#app/deals/browse.contract.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'

/** The number of deals filed directly under each value. */
export type Counts = ReadonlyMap<string, number>

export type Category = { value: string; label: string; parent?: string }

export function findCategory(slug: string): Category | undefined {
  return VOCABULARY.category.find(({ value }) => value === slug)
}

/** The values of a category: its own and those of its subcategories. */
export function valuesOf({ value }: Pick<Category, 'value'>): string[] {
  return VOCABULARY.category.flatMap((each) =>
    each.value === value || each.parent === value ? each.value : [],
  )
}

export function placeOf(category: Category, counts: Counts): Place {
  const deals = valuesOf(category).reduce((sum, value) => sum + (counts.get(value) ?? 0), 0)
  return { slug: category.value, name: category.label, deals }
}

/** First-level categories that have deals, with such subcategories, in the order of the vocabulary. */
export function categoryTrees(counts: Counts): Array<Pick<CategoryTree, keyof Place | 'below'>> {
  return VOCABULARY.category
    .filter(({ parent }) => parent === undefined)
    .map((category) => ({
      ...placeOf(category, counts),
      below: VOCABULARY.category
        .filter(({ parent }) => parent === category.value)
        .map((each) => placeOf(each, counts))
        .filter(hasDeals),
    }))
    .filter(hasDeals)
}

/** Where to go on from a category: its subcategories or siblings that have deals. */
export function besideCategory(category: Category, counts: Counts): Place[] {
  const above = category.parent ?? category.value
  return VOCABULARY.category
    .filter(({ parent, value }) => parent === above && value !== category.value)
    .map((each) => placeOf(each, counts))
    .filter(hasDeals)
}

/** The categories that these deals are filed under directly, in the order of the vocabulary. */
export function filedUnder(counts: Counts): Place[] {
  return VOCABULARY.category.flatMap(({ value, label }) => {
    const deals = counts.get(value) ?? 0
    return deals > 0 ? { slug: value, name: label, deals } : []
  })
}

function hasDeals({ deals }: { deals: number }): boolean {
  return deals > 0
}
