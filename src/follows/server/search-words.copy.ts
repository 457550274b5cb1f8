import type { Filters } from '#app/deals/filters.facts.ts'
import { sizeLabel } from '#app/deals/sizes.facts.ts'
import { type TermField, termLabel } from '#app/deals/vocabulary.facts.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { listInWords } from '#app/shared/word-lists.ts'

/** What the slugs of a search stand for. */
export type Names = { brands: ReadonlyMap<string, string>; retailers: ReadonlyMap<string, string> }

/** What a search is called: `Boots in black by Aubrelle, under $200`. */
export function searchInWords(filters: Filters, { brands, retailers }: Names): string {
  const terms = (field: TermField, values: string[]) =>
    either(values.map((value) => termLabel(field, value)))
  const named = (names: ReadonlyMap<string, string>, slugs: string[]) =>
    either(slugs.map((slug) => names.get(slug) ?? slug))
  const { min, max, off, save } = filters
  const subject = [
    filters.q && `“${filters.q}”`,
    terms('department', filters.department),
    terms('category', filters.category),
    terms('colour', filters.colour),
  ]
    .filter((words) => words !== '')
    .join(', ')
  const by = named(brands, filters.brand)
  const at = named(retailers, filters.retailer)
  const without = [
    named(brands, filters['not-brand']),
    terms('category', filters['not-category']),
    named(retailers, filters['not-retailer']),
  ].filter((words) => words !== '')
  const parts = [
    [subject || 'Deals', by && `by ${by}`, at && `at ${at}`].filter(Boolean).join(' '),
    filters.size.length > 0 && `in ${either(filters.size.map(sizeLabel))}`,
    filters.ships.length > 0 && `sent to ${either(filters.ships)}`,
    priceInWords(min, max),
    off !== undefined && `at least ${off}% off`,
    save !== undefined && `at least ${formatShortPrice(save)} off`,
    without.length > 0 && `without ${either(without)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function either(words: string[]): string {
  return listInWords(words, 'or')
}

function priceInWords(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) {
    return `${formatShortPrice(min)} to ${formatShortPrice(max)}`
  }
  if (max !== undefined) return `up to ${formatShortPrice(max)}`
  return min === undefined ? undefined : `from ${formatShortPrice(min)}`
}
