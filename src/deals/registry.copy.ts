import { countryName } from '#app/deals/filters/filters.copy.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import type { Delivery } from './registry.contract.ts'
import type { Duties } from './registry.facts.ts'

export const DUTIES_WORDS: Record<Duties, string> = {
  none: 'None',
  included: 'Included in the price',
  extra: 'Extra, paid on delivery',
}

type Line = { name: string; words: string }

/** The known delivery terms, line by line; empty when nothing is known. */
export function deliveryInWords({ shipsTo, ...terms }: Delivery): Line[] {
  const { cost, freeFrom, duties, returnDays } = terms
  return [
    { name: 'Ships to', words: countriesInWords(shipsTo) },
    { name: 'Delivery', words: costInWords(cost, freeFrom) },
    { name: 'Duties', words: duties === null ? '' : DUTIES_WORDS[duties] },
    { name: 'Returns', words: returnDays === null ? '' : returnsInWords(returnDays) },
  ].filter(({ words }) => words !== '')
}

/** States when the terms were read, because a shop may have changed them since. */
export function readOn({ asOf }: Delivery): string {
  return asOf === null ? '' : `As we read it on ${formatDate(asOf)}.`
}

export function countriesInWords(codes: string[]): string {
  const names = codes.map(countryName).toSorted((a, b) => a.localeCompare(b, 'en'))
  return new Intl.ListFormat('en-US').format(names)
}

function costInWords(cost: number | null, freeFrom: number | null): string {
  if (cost === 0) return 'Free'
  const free = freeFrom === null ? '' : `free from ${formatShortPrice(freeFrom)}`
  if (cost === null) return free && `Free from ${formatShortPrice(freeFrom ?? 0)}`
  return [formatShortPrice(cost), free].filter(Boolean).join(', ')
}

function returnsInWords(days: number): string {
  return days === 0 ? 'Nothing is taken back' : `Within ${countOf(days, 'day')}`
}
