import { isTermField, termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { formatShortDate } from '#app/shared/dates.ts'
import { formatRoundDollars } from '#app/shared/money.ts'
import { DAYS_OF_SPAN, type FilterName, SORTS, type Sort } from './filters.facts.ts'

/** The label of one chosen value, as on its chip. `known` is the stored name of a brand, retailer or size. */
export function filterLabel(name: FilterName, value: string, known = value): string {
  if (isTermField(name)) return termLabel(name, value)
  switch (name) {
    case 'q':
      return `“${value}”`
    case 'min':
      return `From ${formatRoundDollars(Number(value))}`
    case 'max':
      return `Under ${formatRoundDollars(Number(value))}`
    case 'off':
      return `${value}% off or more`
    case 'save':
      return `${formatRoundDollars(Number(value))} off or more`
    case 'day':
      return dayLabel(value)
    case 'ships':
      return `Ships to ${countryName(value)}`
    case 'not-category':
      return `Without ${termLabel('category', value)}`
    case 'not-brand':
    case 'not-retailer':
      return `Without ${known}`
    case 'ended':
      return 'With ended ones'
    case 'sort':
      return sortLabel(SORTS.find((sort) => sort === value) ?? 'newest')
    default:
      return known
  }
}

function dayLabel(day: string): string {
  if (day === 'today') return 'Today'
  if (day === 'week') return `Last ${DAYS_OF_SPAN.week} days`
  if (day === 'month') return `Last ${DAYS_OF_SPAN.month} days`
  return formatShortDate(day)
}

const SORT_LABELS: Record<Sort, string> = {
  newest: 'Newest',
  'percent-off': 'Most percent off',
  'amount-off': 'Most dollars off',
  'price-up': 'Lowest price',
  'price-down': 'Highest price',
  best: 'Best match',
}

export function sortLabel(sort: Sort): string {
  return SORT_LABELS[sort]
}

/** The English name of a country, by its two-letter code; the code itself when unknown. */
export function countryName(code: string): string {
  return new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' }).of(code) ?? code
}
