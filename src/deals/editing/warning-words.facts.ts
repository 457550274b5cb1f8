import { formatDay } from '#app/shared/dates.ts'
import { formatCents } from '#app/shared/money.ts'
import { dealName } from '#app/shared/names.ts'
import {
  LEAST_OFF_PERCENT,
  MOST_OFF_PERCENT,
  SHARE_OF_A_DAY,
  type WarningKind,
} from './warnings.facts.ts'

const SHARES: Record<number, string> = { 2: 'half', 3: 'a third', 4: 'a quarter' }

/** The heading of each kind of warning. */
export const WARNING_TITLES: Record<WarningKind, string> = {
  'no-picture': 'No picture',
  'far-off': `More than ${MOST_OFF_PERCENT}% off`,
  'little-off': `Less than ${LEAST_OFF_PERCENT}% off`,
  nought: 'A price of nought',
  'new-brand': 'A brand that we do not have yet',
  'nearly-known-brand': 'Nearly a brand that we have',
  'same-elsewhere': 'The same piece is out at another retailer',
  'same-lately': 'The same piece was here lately',
  'price-far': 'Far from the last price',
  'one-retailer': `One retailer has more than ${SHARES[SHARE_OF_A_DAY]} of the day`,
}

type Other = {
  brandName: string
  productName: string
  retailerName: string
  day: string | null
  salePriceCents: number | null
}

export const warningWords = {
  noPicture: () => 'It has no picture.',
  off: (percent: number, now: number, was: number) =>
    `${percent}% off: ${formatCents(now)} instead of ${formatCents(was)}.`,
  nought: () => 'It costs $0.00.',
  newBrand: (brand: string) => `“${brand}” has had no deal here yet.`,
  nearlyKnown: (brand: string, known: string) =>
    `“${brand}” is close to “${known}”. Is it the same house?`,
  elsewhere: (other: Other) =>
    `${otherName(other)} is out at ${other.retailerName}${at(other.salePriceCents)}.`,
  lately: (other: Other) =>
    other.day === null
      ? `${otherName(other)} is entered already, at ${other.retailerName}${at(other.salePriceCents)}.`
      : `${otherName(other)} was here on ${formatDay(other.day)}, at ${other.retailerName}${at(other.salePriceCents)}.`,
  sameRow: (row: number) => `It is the same piece as row ${row}.`,
  far: (now: number, last: number, percent: number) =>
    `${formatCents(now)} is ${percent}% ${now < last ? 'below' : 'above'} the last price, ${formatCents(last)}.`,
  share: (retailer: string, day: string, of: number, all: number) =>
    `${retailer} has ${of} of the ${all} deals of ${formatDay(day)}.`,
}

function otherName(other: Other) {
  return dealName(other, 'The same piece')
}

function at(cents: number | null) {
  return cents === null ? '' : ` for ${formatCents(cents)}`
}
