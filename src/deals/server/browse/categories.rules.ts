import type { CategoryTree, Place } from '#app/deals/browse.contract.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'

/** How many deals are filed under each value itself. */
export type Counts = ReadonlyMap<string, number>

export type Category = { value: string; label: string; parent?: string }

export function findCategory(slug: string): Category | undefined {
  return VOCABULARY.category.find(({ value }) => value === slug)
}

/** The values that a category stands for: itself, and those below it. */
export function valuesOf({ value }: Pick<Category, 'value'>): string[] {
  return VOCABULARY.category.flatMap((each) =>
    each.value === value || each.parent === value ? each.value : [],
  )
}

export function placeOf(category: Category, counts: Counts): Place {
  const deals = valuesOf(category).reduce((sum, value) => sum + (counts.get(value) ?? 0), 0)
  return { slug: category.value, name: category.label, deals }
}

/** The first level with what is below, in the order of the vocabulary: those with deals. */
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

/** Where to go on from a category: to those below it, or on its level; those with deals, it aside. */
export function besideCategory(category: Category, counts: Counts): Place[] {
  const above = category.parent ?? category.value
  return VOCABULARY.category
    .filter(({ parent, value }) => parent === above && value !== category.value)
    .map((each) => placeOf(each, counts))
    .filter(hasDeals)
}

/** Those of the second level, or of the first where nothing more is said, as a brand has them. */
export function filedUnder(counts: Counts): Place[] {
  return VOCABULARY.category.flatMap(({ value, label }) => {
    const deals = counts.get(value) ?? 0
    return deals > 0 ? { slug: value, name: label, deals } : []
  })
}

function hasDeals({ deals }: { deals: number }): boolean {
  return deals > 0
}
