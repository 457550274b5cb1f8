import type { FilterName, FilterProblem } from '#app/deals/filters/filters.facts.ts'
import { groupThousands } from '#app/shared/counts.ts'

const KINDS: Record<FilterName, string> = {
  q: 'search',
  department: 'department',
  category: 'category',
  brand: 'brand',
  colour: 'colour',
  size: 'size',
  retailer: 'retailer',
  'not-retailer': 'retailer left out',
  ships: 'country',
  'not-brand': 'brand left out',
  'not-category': 'category left out',
  min: 'lowest price',
  max: 'highest price',
  off: 'percent off',
  save: 'dollars off',
  day: 'day',
  sort: 'order',
  ended: 'ended deals',
  page: 'page',
}

const NAMED_AS_LEFT_OUT = 3

/** Rewords messages about parameters, made for callers of the API, for readers of a page. */
function forPeople({ name, message }: FilterProblem): string {
  if (name === 'sort' && message.startsWith('must be one of')) return 'must be one of our orders'
  return (
    message
      .replace(/, as min is$/, ', as the lowest price is')
      .replace(/ by \w+ as well$/, ' as well')
      // Does not match the year of a date.
      .replace(/\b\d{4,}\b(?!-)/g, groupThousands)
  )
}

/** `Not understood and left out: brand “a”, “b”, “c” and 4 more (must be one that our deals have).` */
export function leftOutInWords(problems: FilterProblem[]): string {
  const alike = Map.groupBy(problems, ({ name, message }) => `${KINDS[name]} ${message}`)
  const each = [...alike.values()].map((some) => {
    const [first] = some
    const values = some.slice(0, NAMED_AS_LEFT_OUT).map(({ value }) => `“${value}”`)
    const more = some.length - values.length
    const named = `${values.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    return first && `${KINDS[first.name]} ${named} (${forPeople(first)})`
  })
  return `Not understood and left out: ${each.join('; ')}.`
}
